import { ApiError } from '../../lib/index.js';
import { matchesReplies } from './expected.js';
import { hasOwnAnswer } from './own-answer.js';
import { reportsOnce } from './reports.js';
import { errorOf, type Report, type Run } from './report.js';
import { deadlineOf, type Scenario } from './plans.js';
import { anywhere, inCall, isBare, levelsOf } from './traits.js';
import { sentWhereItShould } from './sent-urls.js';

/** Says what is wrong; undefined when nothing is. */
export type Invariant = (report: Report) => string | undefined;

const KINDS = ['network', 'http', 'parse', 'timeout', 'abort', 'middleware'];

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

const hasOneOutcome = (run: Run, report: Report): string | undefined => {
  const { data, error } = run.result!;
  if (error !== null) return data === null ? undefined : 'has data beside its error';
  if (data !== null) return undefined;
  const { scenario } = report;
  const mayBeNull =
    scenario.replies.some(({ does }) => does === 'a literal null') ||
    scenario.endpoints.some(({ schema }) => schema?.does === 'gives garbage') ||
    anywhere(scenario, 'result');
  return mayBeNull ? undefined : 'has neither data nor error, and nobody answered null';
};

const hasFacts = (run: Run, report: Report): string | undefined => {
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

/** A retry that stands behind a middleware which took the call's signal away can't see that the call is over. */
const waitsOnAnother = (scenario: Scenario): boolean =>
  anywhere(scenario, 'signal') && anywhere(scenario, 'retries');

const SECRETS = /secret-/;

/** Each by the rule that it holds. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'a call never throws': eachRun(({ threw }) => threw && 'it threw'),
  'a call never rejects': eachRun(({ rejected }) => rejected && 'it rejected'),
  'a call comes home': eachRun(({ settledAt, result, rejected, threw }) => {
    if (settledAt === undefined) return 'it hangs';
    return !result && !rejected && !threw && 'it has no Result';
  }),
  'a call has data or an error, never both': eachRun(hasOneOutcome),
  'an error is of one of six kinds': eachRun(
    (run) => errorOf(run) && !KINDS.includes(errorOf(run)!.kind) && `it is ${errorOf(run)!.kind}`,
  ),
  'status and response fit the kind': eachRun(hasFacts),
  'retry is a function': eachRun(({ result }) => typeof result!.retry !== 'function' && 'it is not'),
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
  'nothing is thrown into the void': ({ uncaught }) => (uncaught.length > 0 ? 'something was' : undefined),
  'requests go to the host and path of baseUrl': sentWhereItShould,
  'fetch is called unbound': ({ sent }) =>
    sent.some(({ self }) => self !== undefined) ? 'it has a this' : undefined,
  'fetch never gets a signal of the caller or a middleware': ({ sent, callers, installed }) => {
    const theirs = [...callers.map((caller) => caller?.signal), ...installed];
    return sent.some(({ init }) => init.signal && theirs.includes(init.signal)) ? 'it did' : undefined;
  },
  "a caller's signal has one listener at most": ({ mostListeners }) =>
    mostListeners > 1 ? `it had ${mostListeners}` : undefined,
  'no listener is left on a signal': ({ atEnd, afterwards, scenario }) => {
    if (anywhere(scenario, 'background')) return undefined;
    const left = (waitsOnAnother(scenario) ? 0 : atEnd.listeners) + afterwards.listeners;
    return left > 0 ? `${left} are` : undefined;
  },
  'no timer is left': ({ atEnd, afterwards, scenario }) => {
    // A store may take its time.
    const excused = anywhere(scenario, 'store', 'background') || waitsOnAnother(scenario);
    const left = (excused ? 0 : atEnd.timers) + afterwards.timers;
    return left > 0 ? `${left} are` : undefined;
  },
  'no request is left in flight': ({ atEnd, scenario }) =>
    atEnd.inFlight > 0 && !anywhere(scenario, 'background') ? `${atEnd.inFlight} are` : undefined,
  'nothing is sent or reported for a call that is settled': ({ atEnd, afterwards, scenario }) => {
    if (afterwards.reported > atEnd.reported) return 'onError was called';
    return afterwards.sent > atEnd.sent && !anywhere(scenario, 'background')
      ? 'something was sent'
      : undefined;
  },
  'a next() that comes too late gives what was delivered': ({ runs, nexts, scenario }) => {
    const end = Math.max(...runs.map(({ settledAt }) => settledAt!));
    const late = nexts.filter(({ calledAt }) => calledAt > end);
    const isOther = late.some(({ result }) => !runs.some((run) => run.result === result));
    return isOther && !anywhere(scenario, 'background') ? 'it gives another Result' : undefined;
  },
  'identical requests in flight are one under share': ({ sent }) =>
    sent.some(({ besides, key }) => key && besides > 0) ? 'there were two' : undefined,
  'one call is in flight under dedupe': ({ sent, scenario }) =>
    sent.some(({ besides, line }) => line && besides > 0) && !anywhere(scenario, 'repeats')
      ? 'there were two'
      : undefined,
  'a call gets the answer to its own headers': eachRun(hasOwnAnswer),
  'no two calls get one object for data': ({ runs, scenario }) => {
    if (anywhere(scenario, 'result')) return undefined;
    const objects = runs.map(({ result }) => result?.data).filter((data) => data?.constructor === Object);
    return new Set(objects).size < objects.length ? 'two do' : undefined;
  },
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
