import { ApiError, type Result } from '../../lib/index.js';
import { ABOUT_ASKING } from './about-asking.js';
import { ABOUT_REQUESTS, sentWhereItShould } from './about-requests.js';
import { COPY_HEADERS } from './clients.js';
import { matchesReplies } from './expected.js';
import { TAMPERED } from './params.js';
import { type CallPlan, deadlineOf, type EndpointPlan } from './plans.js';
import type { Echo } from './recorded-fetch.js';
import {
  anywhere,
  type Complaint,
  firstOf,
  errorOf,
  inCall,
  type Invariant,
  isBare,
  levelsOf,
  type Report,
  type Run,
} from './report.js';
import { TTL } from './world.js';

/** The Results of calls, polls and pages. */
interface Home {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  readonly result?: Result<unknown>;
  readonly echo?: Echo | undefined;
}

const authorizationIn = (headers: object | undefined): string | undefined =>
  Object.entries(headers ?? {}).find(
    ([name, value]) => name.toLowerCase() === 'authorization' && value !== null,
  )?.[1] as string | undefined;

/** The `id` of a request, from any of its parts. */
const idIn = ({ url, body }: Echo, { path }: EndpointPlan): string | undefined => {
  const { pathname, searchParams } = new URL(url, 'https://page.example');
  if (path === '/items/:id') return pathname.split('/').at(-1);
  if (path !== '/items') return undefined;
  if (body === null) return searchParams.get('id') ?? undefined;
  return String((JSON.parse(body) as { id?: unknown }).id);
};

/** The same for a GraphQL request, from its variables. */
const idInVariables = ({ body }: Echo): string =>
  String((JSON.parse(String(body)) as { variables: { id?: unknown } }).variables.id);

/** No caller gets the response of another user or about another id, neither from `share` nor from a cache. */
const hasOwnAnswer = (home: Home, report: Report): string | undefined => {
  const { call, endpoint, result, echo } = home;
  if (inCall(report, home, 'request', 'result') || anywhere(report.scenario, 'foreign') || result!.error)
    return undefined;
  if (!echo) return undefined;
  const levels = [report.scenario.client.headers, COPY_HEADERS[call.copy], endpoint.headers, call.headers];
  const own =
    levels
      .map(authorizationIn)
      .filter((value) => value !== undefined)
      .at(-1) ?? null;
  if (echo.authorization !== own) return `${String(own)} got the response for ${String(echo.authorization)}`;
  if (!('fields' in call.params)) return undefined;
  const { id } = call.params.fields;
  // JSON encodes NaN and Infinity as null.
  if (!/^\w+$/.test(String(id)) || (typeof id === 'number' && !Number.isFinite(id))) return undefined;
  const asked = report.scenario.protocol === 'graphql' ? idInVariables(echo) : idIn(echo, endpoint);
  return asked !== undefined && asked !== String(id)
    ? `${String(id)} got the response for ${asked}`
    : undefined;
};

const countOf = <T>(list: readonly T[], item: T): number => list.filter((each) => each === item).length;

/** Whether both came from one shared request: the same response, or the same rejection of fetch. */
const areOne = (a: Run, b: Run, hasGarbage: boolean): boolean => {
  if (a.call.endpoint !== b.call.endpoint || errorOf(a)!.kind !== errorOf(b)!.kind) return false;
  const { response } = a.result!;
  if (response) return response === b.result!.response;
  // Each caller creates its own error for a value that is not a Response.
  return hasGarbage || Object.is(errorOf(a)!.body, errorOf(b)!.body);
};

const isShared = (run: Run): boolean =>
  run.endpoint.joins === 'share' && ['network', 'http', 'parse'].includes(errorOf(run)!.kind);

const isRetry = (run: Run, { runs }: Report): boolean => runs.find(({ call }) => call === run.call) !== run;

/** Once per failed call, except for aborts; once for all callers of a failed shared request. */
const reportsOnce = (report: Report): string | undefined => {
  const { scenario, runs, reported, asks } = report;
  const failed = runs.filter((run) => errorOf(run) && errorOf(run)!.kind !== 'abort');
  const errors = failed.map(errorOf) as ApiError[];
  if (scenario.client.onError === 'none') return reported.length > 0 ? 'it is not configured' : undefined;
  for (const error of reported) {
    // The failure of a poll's request can be reported without being delivered.
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
    // The retry of a Result that a middleware created might not be a call.
    if (isRetry(run, report) && inCall(report, run, 'result')) continue;
    // Or for the caller of a poll that was stopped in the meantime.
    if (isShared(run) && asks.length > 0) continue;
    if (!isReported(run) && !hasOther) return `${errorOf(run)!.kind} was not reported`;
    const isOwn = run.endpoint.schema !== undefined || anywhere(scenario, 'repeats', 'result');
    if (isReported(run) && hasOther && !isOwn && errorOf(run)!.kind !== 'network')
      return `a shared ${errorOf(run)!.kind} was reported twice`;
  }
  return undefined;
};

const KINDS = ['network', 'http', 'parse', 'timeout', 'abort', 'middleware'];

const homesOf = ({ runs, asks }: Report): readonly Home[] => [
  ...runs,
  ...asks.flatMap(({ deliveries, call, endpoint, plan }) =>
    deliveries.map(({ result, echo }) => ({
      call,
      endpoint,
      result,
      // The caller controls the params of a page.
      ...(plan.as !== 'paginate' && { echo }),
    })),
  ),
];

/** The first violation of a Result of any caller. */
const eachHome = (check: (home: Home, report: Report) => Complaint): Invariant => firstOf(homesOf, check);

/** The first violation of a run. */
const eachRun = (check: (run: Run, report: Report) => Complaint): Invariant =>
  firstOf(({ runs }) => runs, check);

const hasOneOutcome = ({ result, endpoint }: Home, { scenario }: Report): string | undefined => {
  const { data, error } = result!;
  if (error !== null) return data === null ? undefined : 'has data in addition to its error';
  const isOwn = anywhere(scenario, 'null', 'foreign') || endpoint.schema?.does === 'gives garbage';
  if (isOwn || (data !== null && data !== undefined)) return undefined;
  if (data === undefined) {
    const isNone = endpoint.responseType === 'none' || endpoint.method === 'HEAD';
    return isNone ? undefined : 'is a success without data';
  }
  const isAnswer = scenario.replies.some(({ does }) => does === 'a literal null');
  return isAnswer ? undefined : 'has neither data nor error, and no server returned null';
};

const hasFacts = (run: Home, report: Report): string | undefined => {
  const error = errorOf(run);
  if (!error || inCall(report, run, 'result')) return undefined;
  if (!(error instanceof ApiError)) return 'has an error that is not an ApiError';
  const { response } = run.result!;
  const answered = error.kind === 'http' || error.kind === 'parse';
  if (!answered) return response === null && error.status === 0 ? undefined : `${error.kind} has a response`;
  if (!response) return `${error.kind} has no response`;
  if (error.kind === 'http' && response.ok && report.scenario.protocol === 'rest')
    return 'http, and it was ok';
  if (error.kind === 'parse' && !response.ok) return 'parse, and it was not ok';
  return Object.is(error.status, response.status) ? undefined : 'has another status than its response';
};

/** With virtual time, a call ends exactly at its timeout or abort, not a millisecond later. */
const isPunctual = (run: Run, report: Report): string | undefined => {
  const { call, began, settledAt, aborted } = run;
  const deadline = deadlineOf(...levelsOf(report, run));
  const took = settledAt! - began;
  if (deadline > 0 && took > deadline) return `took ${took} ms with a deadline of ${deadline} ms`;
  if (aborted && took > 0) return `took ${took} ms with a signal that was already aborted`;
  const { abortAt = null } = call.signal ?? {};
  if (abortAt !== null && abortAt > began && settledAt! > abortAt)
    return `settled at ${String(settledAt)}, after the abort at ${abortAt}`;
  const isEarly = errorOf(run)?.kind === 'timeout' && isBare(report, run) && run.endpoint.joins !== 'share';
  return isEarly && took < deadline ? `timed out after ${took} of ${deadline} ms` : undefined;
};

/** Any value can be thrown, also one without a string form. */
const printable = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : typeof thrown);

const SECRETS = /secret-/;

/** The checks by the rule that they verify. */
const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'a call never throws': eachRun(({ threw }) => threw && 'it threw'),
  'a call never rejects': eachRun(({ rejected }) => rejected && 'it rejected'),
  'a call settles': eachRun(({ settledAt, result, rejected, threw }) => {
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
  'a signal that is already aborted, without middleware, causes an abort': eachRun((run, report) => {
    const kind = errorOf(run)?.kind;
    return (
      run.aborted && isBare(report, run) && kind !== 'abort' && kind !== 'network' && `it is ${String(kind)}`
    );
  }),
  'a single call without middleware gets the response of fetch': matchesReplies,
  'onError is called once for each failure except an abort': reportsOnce,
  'no error is left uncaught': ({ uncaught }) =>
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
  'a late next() returns the delivered Result': ({ runs, nexts, scenario, asks }) => {
    // A stopped poll doesn't deliver this Result.
    if (asks.length > 0) return undefined;
    const end = Math.max(...runs.map(({ settledAt }) => settledAt!));
    const late = nexts.filter(({ calledAt }) => calledAt > end);
    const isOther = late.some(({ result }) => !runs.some((run) => run.result === result));
    return isOther && !anywhere(scenario, 'background') ? 'it returns another Result' : undefined;
  },
  'identical requests in flight are one under share': ({ sent, scenario }) =>
    sent.some(({ besides, key }) => key && besides > 0) && !anywhere(scenario, 'exchange')
      ? 'there were two'
      : undefined,
  'one call is in flight under dedupe': ({ sent, scenario }) =>
    sent.some(({ besides, line }) => line && besides > 0) && !anywhere(scenario, 'repeats')
      ? 'there were two'
      : undefined,
  'a call gets the response to its own request': eachHome(hasOwnAnswer),
  'no two calls get the same data object': (report) => {
    if (anywhere(report.scenario, 'result')) return undefined;
    const objects = homesOf(report)
      .map(({ result }) => result?.data)
      .filter((data) => data?.constructor === Object);
    return new Set(objects).size < objects.length ? 'two do' : undefined;
  },
  'no function changes the Result of another call': eachHome(
    ({ result }) => result!.data === TAMPERED && 'one did',
  ),
  'a response stays in the cache for its ttl': ({ ages }) =>
    Math.max(...ages) >= TTL ? `one was ${Math.max(...ages)} ms old` : undefined,
  ...ABOUT_ASKING,
};

/** All violated rules. The other rules depend on the first three. */
export const complaintsAbout = (report: Report): readonly string[] => {
  const complaints: string[] = [];
  for (const [rule, invariant] of Object.entries(INVARIANTS)) {
    const complaint = invariant(report);
    if (complaint !== undefined) complaints.push(`${rule}: ${complaint}`);
    if (rule === 'a call settles' && complaints.length > 0) return complaints;
  }
  return complaints;
};
