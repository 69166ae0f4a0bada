import type { ApiError } from '../../lib/index.js';
import { errorOf, type Report, type Run } from './report.js';
import { anywhere, inCall } from './traits.js';

const countOf = <T>(list: readonly T[], item: T): number => list.filter((each) => each === item).length;

/** Whether both came from one shared request: the same response, or what the same fetch rejected with. */
const areOne = (a: Run, b: Run, hasGarbage: boolean): boolean => {
  if (a.call.endpoint !== b.call.endpoint || errorOf(a)!.kind !== errorOf(b)!.kind) return false;
  const { response } = a.result!;
  if (response) return response === b.result!.response;
  // Each caller makes an error of its own of what is no Response.
  return hasGarbage || Object.is(errorOf(a)!.body, errorOf(b)!.body);
};

const isShared = (run: Run): boolean =>
  run.endpoint.joins === 'share' && ['network', 'http', 'parse'].includes(errorOf(run)!.kind);

const isRetry = (run: Run, { runs }: Report): boolean => runs.find(({ call }) => call === run.call) !== run;

/** Once for each failed call that is no abort; once for all callers of a shared request that failed. */
export const reportsOnce = (report: Report): string | undefined => {
  const { scenario, runs, reported, asks } = report;
  const failed = runs.filter((run) => errorOf(run) && errorOf(run)!.kind !== 'abort');
  const errors = failed.map(errorOf) as ApiError[];
  if (scenario.client.onError === 'none') return reported.length > 0 ? 'it is not configured' : undefined;
  for (const error of reported) {
    // What a poll asked may be reported, and delivered to nobody.
    if (asks.length > 0 && (countOf(reported, error) === 1 || anywhere(scenario, 'foreign'))) continue;
    if (countOf(reported, error) > countOf(errors, error))
      return `${error.kind} was reported ${countOf(reported, error)} times for ${countOf(errors, error)} calls`;
  }
  const hasGarbage = scenario.replies.some(({ does }) => does.startsWith('garbage'));
  const isReported = (run: Run): boolean => reported.includes(errorOf(run)!);
  for (const run of failed) {
    const others = isShared(run)
      ? failed.filter((other) => other !== run && areOne(run, other, hasGarbage))
      : [];
    const hasOther = others.some(isReported);
    // The retry of a Result of a middleware's own may be no call at all.
    if (isRetry(run, report) && inCall(report, run, 'result')) continue;
    // Or for a caller that polls, and has stopped meanwhile.
    if (isShared(run) && asks.length > 0) continue;
    if (!isReported(run) && !hasOther) return `${errorOf(run)!.kind} was not reported`;
    const isOwn = run.endpoint.schema !== undefined || anywhere(scenario, 'repeats', 'result');
    if (isReported(run) && hasOther && !isOwn && errorOf(run)!.kind !== 'network')
      return `a shared ${errorOf(run)!.kind} was reported twice`;
  }
  return undefined;
};
