import { type Complaint, errorOf, firstOf, type Invariant, type Invariants, type Report } from './report.js';
import { type Asked, type Asking, isChanged } from './run-asking.js';

/** The first violation of a poll or a pagination. */
const eachAsking = (check: (asking: Asking, report: Report) => Complaint): Invariant =>
  firstOf(({ asks }) => asks, check);

const isOnce = ({ plan: { every } }: Asking): boolean => !(every >= 1 && every < Infinity);

/** The longest and the shortest wait after a response, for a poll with one caller. */
const waitsOf = ({ plan: { every, maxEvery = NaN } }: Asking, { failed }: Asked): [number, number] => {
  const most = Number.isNaN(maxEvery) ? 60_000 : maxEvery;
  return [every, failed ? Math.max(every, most) : every];
};

const isAlone = (asking: Asking, { asks }: Report): boolean =>
  asks.filter(({ group }) => group === asking.group).length === 1;

/** Rounded to milliseconds, as in timers. */
const keepsItsPace = (asking: Asking, report: Report): string | undefined => {
  const { asked, plan } = asking;
  const isTabbed = report.scenario.place.turns.length > 0;
  // A poll whose caller changes its params can drop other callers, so the caller that runs it is unknown.
  const mayMove = report.asks.some(({ call }) => call.changes !== undefined);
  if (plan.as === 'paginate' || isTabbed || mayMove || !isAlone(asking, report)) return undefined;
  for (const [at, each] of asked.slice(1).entries()) {
    const before = asked[at]!;
    const waited = each.at - before.settledAt!;
    const [least, most] = waitsOf(asking, before);
    if (waited < Math.trunc(least)) return `it waited for ${waited} ms instead of ${least}`;
    if (waited > most) return `it waited for ${waited} ms instead of ${most}`;
  }
  return undefined;
};

/**
 * Whether a caller waits for the poll from one time to another. A caller without a valid `every` leaves with its first
 * Result. After its signal has aborted, a caller receives nothing more.
 */
const waitsDuring = (asking: Asking, from: number, to: number): boolean => {
  const { began, aborted, call, deliveries, endedAt = Infinity } = asking;
  const left = isOnce(asking) ? (deliveries[0]?.at ?? endedAt) : endedAt;
  const abortAt = call.signal?.abortAt ?? Infinity;
  return !aborted && began <= from && left >= to && (abortAt < began || abortAt >= to);
};

/** In a poll with several callers, no wait is longer than the longest interval of a caller. */
const waitsNoLonger = ({ asks, scenario }: Report): string | undefined => {
  if (scenario.place.turns.length > 0) return undefined;
  for (const group of new Set(asks.map((each) => each.group))) {
    const callers = asks.filter((each) => each.group === group && each.plan.as !== 'paginate');
    const asked = callers.flatMap((each) => each.asked).sort((one, other) => one.at - other.at);
    const longest = Math.max(...callers.map((each) => (isOnce(each) ? 0 : each.plan.every)));
    for (const [at, each] of asked.slice(1).entries()) {
      const before = asked[at]!;
      const from = before.settledAt ?? Infinity;
      const isWaiting = callers.some((caller) => waitsDuring(caller, from, each.at));
      if (!before.failed && isWaiting && each.at - from > longest)
        return `it waited for ${each.at - from} ms instead of ${longest}`;
    }
  }
  return undefined;
};

const settlesInTime = ({ plan, call, began, endedAt, aborted }: Asking): Complaint => {
  if (plan.as !== 'pollUntil') return undefined;
  const took = endedAt! - began;
  if (aborted) return took > 0 && `it took ${took} ms with a signal that was already aborted`;
  const { giveUpAfter = 0 } = plan;
  const most = giveUpAfter >= 1 && giveUpAfter < Infinity ? giveUpAfter : Infinity;
  if (took > most) return `it took ${took} ms instead of ${most}`;
  const { abortAt = null } = call.signal ?? {};
  return (
    abortAt !== null &&
    abortAt >= began &&
    endedAt! > abortAt &&
    `it ended at ${endedAt} after the abort at ${abortAt}`
  );
};

const walksInOrder = ({ plan, deliveries, asked, rejected }: Asking): Complaint => {
  if (plan.as !== 'paginate') return undefined;
  const errors = deliveries.filter(errorOf);
  if (errors.length > 1 || (errors.length === 1 && !errorOf(deliveries.at(-1)!)))
    return 'it continued after an error';
  if (plan.byHand && asked.length !== deliveries.length)
    return `it requested ${asked.length} pages and returned ${deliveries.length}`;
  return rejected && plan.callback !== 'throws' && plan.callback !== 'rejects' && 'it rejected';
};

/** Polls and paginations: the sections "Polling" and "Pagination" of the rules. */
export const ABOUT_ASKING: Invariants = {
  'a poll or a pagination never throws': eachAsking(({ threw }) => threw && 'it threw'),
  'a stopped poll calls no callback': eachAsking(
    ({ deliveries, oddQuestion, plan }) =>
      (deliveries.some(({ isLate }) => isLate) || (oddQuestion && plan.as === 'pollUntil')) && 'it did',
  ),
  'a poll with an aborted signal is silent': eachAsking(
    ({ plan, aborted, deliveries }) =>
      plan.as === 'poll' && aborted && deliveries.length > 0 && 'it called back',
  ),
  'a poll for one response delivers one': eachAsking(
    (asking) =>
      asking.plan.as === 'poll' && isOnce(asking) && asking.deliveries.length > 1 && 'it delivered more',
  ),
  'a poll has one request in flight': eachAsking(
    ({ asked }) => asked.some(({ besides }) => besides > 0) && 'it had two',
  ),
  'a poll keeps its interval': eachAsking(keepsItsPace),
  'a poll waits no longer than planned': waitsNoLonger,
  'pollUntil resolves once, and never rejects': eachAsking(
    ({ plan, ends, rejected, deliveries }) =>
      plan.as === 'pollUntil' &&
      (ends !== 1 || rejected !== undefined || deliveries.length !== 1) &&
      'it did not',
  ),
  'pollUntil ends in time': eachAsking(settlesInTime),
  'a pagination ends with an error, and requests no page too early': eachAsking(walksInOrder),
  'no caller changes the data of another caller': eachAsking(
    ({ deliveries, plan, endpoint }) =>
      // With share, data that is neither JSON nor text is the same object for all callers.
      !(endpoint.joins === 'share' && /^(blob|arr|form)/.test(endpoint.responseType ?? '')) &&
      plan.callback !== 'changes the data' &&
      deliveries.some(isChanged) &&
      'one did',
  ),
};
