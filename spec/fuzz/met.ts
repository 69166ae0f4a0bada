import type { Asking } from './asking.js';
import type { Report } from './report.js';

const asked = ({ asks }: Report, as: Asking['plan']['as']): readonly Asking[] =>
  asks.filter(({ plan }) => plan.as === as);

const times = (count: number, name: string): string[] => Array.from({ length: count }, () => name);

const ofAsking = (report: Report): string[] => {
  const polls = asked(report, 'poll');
  const answers = (list: readonly Asking[]): number =>
    list.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
  const groups = new Set(report.asks.map(({ group }) => group));
  return [
    ...times(answers(polls), 'an answer of a poll'),
    ...times(answers(asked(report, 'pollUntil')), 'an end of pollUntil'),
    ...times(answers(asked(report, 'paginate')), 'a page'),
    ...times(report.asks.length - groups.size, 'a shared poll'),
    ...report.asks.map(({ plan }) => `a callback that ${plan.callback}`),
  ];
};

/** What a scenario came to beside outcomes: by name, as often as it was met. */
export const metIn = (report: Report): readonly string[] => {
  const { scenario, runs, sent } = report;
  const { calls, jumps, place } = scenario;
  const isAfter = ({ at, asker }: Report['sent'][number]): boolean =>
    runs.some((run) => run === asker && run.settledAt! < at);
  return [
    ...ofAsking(report),
    ...calls.flatMap(({ changes }) => (changes === undefined ? [] : [`params changed ${changes}`])),
    ...jumps.map(({ by }) => `a clock set ${by < 0 ? 'back' : 'forward'}`),
    ...place.turns.map(() => 'a turn of a tab'),
    ...times(sent.filter(isAfter).length, 'a request after its call'),
    ...(scenario.oneSignal ? ['a signal of several calls'] : []),
  ];
};
