import { ApiError, type Result } from '../../lib/index.js';
import { ABOUT_ASKING } from './about-asking.js';
import { ABOUT_REQUESTS } from './about-requests.js';
import { TAMPERED } from './changes.js';
import type { Echo } from './echo.js';
import { matchesReplies } from './expected.js';
import { hasOwnAnswer } from './own-answer.js';
import type { Invariant } from './invariant.js';
import { reportsOnce } from './reports.js';
import { errorOf, type Report, type Run } from './report.js';
import { type CallPlan, deadlineOf, type EndpointPlan } from './plans.js';
import { anywhere, inCall, isBare, levelsOf } from './traits.js';
import { sentWhereItShould } from './sent-urls.js';
import { TTL } from './watched-cache.js';

const KINDS = ['network', 'http', 'parse', 'timeout', 'abort', 'middleware'];

/** What came home: of a call, of a poll, a page. */
interface Home {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  readonly result?: Result<unknown>;
  readonly echo?: Echo | undefined;
}

const homesOf = ({ runs, asks }: Report): readonly Home[] => [
  ...runs,
  ...asks.flatMap(({ deliveries, call, endpoint, plan }) =>
    deliveries.map(({ result, echo }) => ({
      call,
      endpoint,
      result,
      // The params of a page are its caller's own business.
      ...(plan.as !== 'paginate' && { echo }),
    })),
  ),
];

/** The first complaint about a Result, whoever got it. */
const eachHome =
  (check: (home: Home, report: Report) => string | false | undefined): Invariant =>
  (report) => {
    for (const home of homesOf(report)) {
      const complaint = check(home, report);
      if (typeof complaint === 'string') return complaint;
    }
    return undefined;
  };

/** The first complaint about a run. */
const eachRun =
  (check: (run: Run, report: Report) => string | false | undefined): Invariant =>
  (report) => {
    for (const run of report.runs) {
      const complaint = check(run, report);
      if (typeof complaint === 'string') return complaint;
    }
    return undefined;
  };

const hasOneOutcome = ({ result, endpoint }: Home, { scenario }: Report): string | undefined => {
  const { data, error } = result!;
  if (error !== null) return data === null ? undefined : 'has data beside its error';
  const isOwn = anywhere(scenario, 'null', 'foreign') || endpoint.schema?.does === 'gives garbage';
  if (isOwn || (data !== null && data !== undefined)) return undefined;
  if (data === undefined) {
    const isNone = endpoint.responseType === 'none' || endpoint.method === 'HEAD';
    return isNone ? undefined : 'is a success without data';
  }
  const isAnswer = scenario.replies.some(({ does }) => does === 'a literal null');
  return isAnswer ? undefined : 'has neither data nor error, and nobody answered null';
};

const hasFacts = (run: Home, report: Report): string | undefined => {
  const error = errorOf(run);
  if (!error || inCall(report, run, 'result')) return undefined;
  if (!(error instanceof ApiError)) return 'has an error that is no ApiError';
  const { response } = run.result!;
  const answered = error.kind === 'http' || error.kind === 'parse';
  if (!answered) return response === null && error.status === 0 ? undefined : `${error.kind} has a response`;
  if (!response) return `${error.kind} has no response`;
  if (error.kind === 'http' && response.ok && report.scenario.protocol === 'rest')
    return 'http, and it was ok';
  if (error.kind === 'parse' && !response.ok) return 'parse, and it was not ok';
  return Object.is(error.status, response.status) ? undefined : 'has another status than its response';
};

/** Virtual time makes it exact: with the deadline, or with the abort, and not a millisecond later. */
const isPunctual = (run: Run, report: Report): string | undefined => {
  const { call, began, settledAt, aborted } = run;
  const deadline = deadlineOf(...levelsOf(report, run));
  const took = settledAt! - began;
  if (deadline > 0 && took > deadline) return `took ${took} ms with a deadline of ${deadline} ms`;
  if (aborted && took > 0) return `took ${took} ms with a signal that was aborted before`;
  const { abortAt = null } = call.signal ?? {};
  if (abortAt !== null && abortAt > began && settledAt! > abortAt)
    return `settled at ${String(settledAt)}, after the abort at ${abortAt}`;
  const isEarly = errorOf(run)?.kind === 'timeout' && isBare(report, run) && run.endpoint.joins !== 'share';
  return isEarly && took < deadline ? `timed out after ${took} of ${deadline} ms` : undefined;
};

/** Anything may be thrown, also what has no text. */
const printable = (thrown: unknown): string =>
  thrown instanceof Error ? String(thrown.message) : typeof thrown;

const SECRETS = /secret-/;

/** Each by the rule that it holds. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'a call never throws': eachRun(({ threw }) => threw && 'it threw'),
  'a call never rejects': eachRun(({ rejected }) => rejected && 'it rejected'),
  'a call comes home': eachRun(({ settledAt, result, rejected, threw }) => {
    if (settledAt === undefined) return 'it hangs';
    return !result && !rejected && !threw && 'it has no Result';
  }),
  'a call has data or an error, never both': eachHome(hasOneOutcome),
  'an error is of one of six kinds': eachHome((home) => {
    const { kind } = errorOf(home) ?? { kind: 'http' };
    return !KINDS.includes(kind) && `it is ${kind as unknown}`;
  }),
  'status and response fit the kind': eachHome(hasFacts),
  'retry is a function': eachHome(({ result }) => typeof result!.retry !== 'function' && 'it is not'),
  'a message has no secrets': eachRun(
    (run) => errorOf(run) instanceof ApiError && SECRETS.test(errorOf(run)!.message) && errorOf(run)!.message,
  ),
  'a call ends with its deadline or signal, and not before': eachRun(isPunctual),
  'a signal aborted before, without middleware, is an abort': eachRun((run, report) => {
    const kind = errorOf(run)?.kind;
    return (
      run.aborted && isBare(report, run) && kind !== 'abort' && kind !== 'network' && `it is ${String(kind)}`
    );
  }),
  'a lone call without middleware gets what fetch answered': matchesReplies,
  'onError is called once for each failure but an abort': reportsOnce,
  'nothing is thrown into the void': ({ uncaught }) =>
    uncaught.length > 0 ? `${uncaught.map(printable).join(', ')} was` : undefined,
  'requests go to the host and path of baseUrl': sentWhereItShould,
  'fetch is called unbound': ({ sent }) =>
    sent.some(({ self }) => self !== undefined) ? 'it has a this' : undefined,
  'fetch never gets a signal of the caller or a middleware': ({ sent, callers, installed }) => {
    const theirs = [...callers, ...installed].map((each) => each?.signal);
    return sent.some(({ init }) => init.signal && theirs.includes(init.signal)) ? 'it did' : undefined;
  },
  "a caller's signal has one listener at most": ({ mostListeners }) =>
    mostListeners > 1 ? `it had ${mostListeners}` : undefined,
  ...ABOUT_REQUESTS,
  'a next() that comes too late gives what was delivered': ({ runs, nexts, scenario, asks }) => {
    // What a poll that has stopped would have delivered is nobody's.
    if (asks.length > 0) return undefined;
    const end = Math.max(...runs.map(({ settledAt }) => settledAt!));
    const late = nexts.filter(({ calledAt }) => calledAt > end);
    const isOther = late.some(({ result }) => !runs.some((run) => run.result === result));
    return isOther && !anywhere(scenario, 'background') ? 'it gives another Result' : undefined;
  },
  'identical requests in flight are one under share': ({ sent, scenario }) =>
    sent.some(({ besides, key }) => key && besides > 0) && !anywhere(scenario, 'exchange')
      ? 'there were two'
      : undefined,
  'one call is in flight under dedupe': ({ sent, scenario }) =>
    sent.some(({ besides, line }) => line && besides > 0) && !anywhere(scenario, 'repeats')
      ? 'there were two'
      : undefined,
  'a call gets the answer to its own request': eachHome(hasOwnAnswer),
  'no two calls get one object for data': (report) => {
    if (anywhere(report.scenario, 'result')) return undefined;
    const objects = homesOf(report)
      .map(({ result }) => result?.data)
      .filter((data) => data?.constructor === Object);
    return new Set(objects).size < objects.length ? 'two do' : undefined;
  },
  'nobody changes a Result but who hands it on': eachHome(
    ({ result }) => result!.data === TAMPERED && 'somebody did',
  ),
  'an answer stays in the cache for its ttl': ({ ages }) =>
    Math.max(...ages) >= TTL ? `one was ${Math.max(...ages)} ms old` : undefined,
  ...ABOUT_ASKING,
};

/** Every rule that does not hold. The first three are what the others take for granted. */
export const complaintsAbout = (report: Report): readonly string[] => {
  const complaints: string[] = [];
  for (const [rule, invariant] of Object.entries(INVARIANTS)) {
    const complaint = invariant(report);
    if (complaint !== undefined) complaints.push(`${rule}: ${complaint}`);
    if (rule === 'a call comes home' && complaints.length > 0) return complaints;
  }
  return complaints;
};
