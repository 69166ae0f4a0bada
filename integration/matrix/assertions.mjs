import { getEventListeners } from 'node:events';
import { inspect, isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../dist/index.js';
import { MAX_DURATION } from './endpoints.mjs';
import { TOKEN } from './middleware.mjs';

const KINDS = ['network', 'http', 'parse', 'timeout', 'abort', 'middleware'];
/** Tolerance in milliseconds, in addition to the event-loop lag. */
const SLACK = 150;
const LATE_BY_LAG = 3;

/** The allowed delay of an action that started at this time. */
export const slackSince = (lag, began) => SLACK + LATE_BY_LAG * lag.since(began);

const isOk = (data) => isDeepStrictEqual(data, { ok: true });

/** The problems with data. An incomplete body must not produce data. */
function* problemsOfData(data, { reads }, { isBroken, otherData }) {
  if (reads === 'stream') return;
  if (reads === 'none') {
    if (data !== undefined) yield `data ${inspect(data)} where none is read`;
    return;
  }
  if (isBroken) yield `data of a broken body: ${inspect(data)}`;
  else if (reads === 'json' && !otherData && !isOk(data)) yield `wrong data: ${inspect(data)}`;
}

function* problemsOfStatus({ kind, status, response }, behaviour) {
  const hasStatus = kind === 'http' || kind === 'parse';
  if (!hasStatus && status !== 0) yield `status ${status} of a '${kind}' error`;
  if (hasStatus !== Boolean(response)) yield `a '${kind}' error ${response ? 'with' : 'without'} a response`;
  if (hasStatus && response && response.status !== status)
    yield `status ${status}, and a response of ${response.status}`;
  if (kind === 'http' && !behaviour.statuses?.includes(status))
    yield `a status that no server sent: ${status}`;
  if (kind === 'parse' && (status < 200 || status > 299)) yield `a 'parse' error of status ${status}`;
}

function* problemsOfError(result, seen, behaviour, { mayThrow, isDeduped }) {
  const { error, response } = result;
  if (!(error instanceof ApiError)) return yield `an error that is not an ApiError: ${inspect(error)}`;
  const { kind, status, sent, attempts, message } = error;
  if (!KINDS.includes(kind)) yield `kind ${kind}`;
  if (result.data !== null) yield `data together with an error: ${inspect(result.data)}`;
  yield* problemsOfStatus({ kind, status, response }, behaviour);
  if (kind === 'abort' && seen.signal.aborted === undefined && !isDeduped) yield 'an abort without a reason';
  if (kind === 'middleware' && !mayThrow)
    yield `a middleware failed, although every middleware is correct: ${message}`;
  if (sent !== attempts > 0) yield `sent is ${sent} with ${attempts} attempts`;
  if (JSON.stringify(error).includes(TOKEN) || inspect(error).includes(TOKEN))
    yield 'the error contains the token';
}

/** Compares `sent` and `attempts` of an error with the requests that the fetch received. */
function* problemsOfAttempts({ attempts, message }, { sent, together, isSeveral }) {
  const most = together ?? sent;
  const isExact = together === undefined && !isSeveral;
  if (isExact ? attempts !== sent : attempts > most)
    yield `${attempts} attempts, and fetch was called ${most} times`;
  const saysUnsent = /was not sent(?! again)/.test(message);
  if (saysUnsent && (attempts > 0 || (isExact && sent > 0)))
    yield `"${message}" after ${most} calls of fetch`;
}

function* problemsOfResult(result, seen, behaviour, setup) {
  if (typeof result !== 'object' || result === null) return yield `no Result: ${inspect(result)}`;
  if (typeof result.retry !== 'function') yield 'a Result without retry';
  if (result.error) {
    yield* problemsOfError(result, seen, behaviour, setup);
    if (result.error instanceof ApiError) yield* problemsOfAttempts(result.error, seen);
    return;
  }
  if (result.error !== null) yield `an error that is ${inspect(result.error)}`;
  const data = seen.isCollected ? result.data : [result.data];
  for (const one of data) yield* problemsOfData(one, seen, behaviour);
}

/** The time at which the call must have ended: its timeout, or an earlier abort. */
const dueOf = ({ began, deadline, signal }) =>
  Math.min(began + deadline, Math.max(signal.aborted ?? Infinity, began));

function* problemsOfTime(seen, lag) {
  const { began, settled, result, arrivals } = seen;
  const slack = slackSince(lag, began);
  if (arrivals) {
    const gaps = arrivals.map((at, index) => at - (arrivals[index - 1] ?? began));
    const longest = Math.max(...gaps);
    if (longest > seen.deadline + slack) yield `a poll response after ${Math.round(longest)} ms`;
    return;
  }
  const late = settled - dueOf(seen);
  if (late > slack)
    yield `settled ${Math.round(late)} ms after its time; ${Math.round(slack)} ms would have been fine`;
  // A 'middleware' error can quote a time limit that passed during an earlier call, such as auth's refreshTimeout.
  const { kind, message } = result?.error ?? {};
  const [, told] = (kind === 'timeout' && /timed out after (\d+) ms/.exec(message)) || [];
  if (told !== undefined && settled - began < Number(told) - 2)
    yield `a deadline of ${told} ms that passed after ${Math.round(settled - began)} ms`;
}

function* problemsOfStream({ stream, settled }, lag) {
  if (!stream) return;
  const { items, began, ended } = stream;
  const slack = slackSince(lag, began);
  const taken = ended - settled;
  if (taken > MAX_DURATION + slack) yield `a stream of ${Math.round(taken)} ms; ${MAX_DURATION} are its most`;
  for (const [at, item] of items.entries()) {
    if (item instanceof Uint8Array) continue;
    const { error, ended: isLast } = item;
    if (!error) continue;
    if (!(error instanceof ApiError) || !KINDS.includes(error.kind)) yield `an item of ${inspect(error)}`;
    else if (item.data !== null) yield 'an item with data and an error';
    if (isLast && at !== items.length - 1) yield 'items after the end of a stream';
    if (JSON.stringify(error).includes(TOKEN)) yield 'an item contains the token';
  }
}

/**
 * The violations of one call of a run.
 *
 * @returns {string[]}
 */
export const problemsOfCall = (seen, behaviour, setup, lag) => {
  if (seen.rejected) return [`rejected: ${inspect(seen.rejected.thrown)}`];
  if (seen.isStuck) return ['never resolved'];
  const results = seen.results ?? [seen.result];
  return [
    ...problemsOfTime(seen, lag),
    ...results.flatMap((result) => [...problemsOfResult(result, seen, behaviour, setup)]),
    ...problemsOfStream(seen, lag),
  ];
};

/** The remaining resources long after the end of a run. */
export const problemsOfRun = ({ ledger, over, longLived, calls, hasKeys }) => {
  const listeners = getEventListeners(longLived.signal, 'abort').length;
  const keys = hasKeys ? calls.filter(({ name, isSeveral }) => !isSeveral && ledger.keysOf(name) > 1) : [];
  return [
    ...(ledger.last > over ? [`sent ${Math.round(ledger.last - over)} ms after it was over`] : []),
    ...(listeners > 0 ? [`${listeners} listeners left on the long-lived signal`] : []),
    ...keys.map(({ name }) => `call ${name} was sent with ${ledger.keysOf(name)} idempotency keys`),
  ];
};

/** The delay of a call after its timeout, for the table. */
export const lateness = (seen) => (seen.isSeveral ? 0 : seen.settled - dueOf(seen));

/** The outcomes, for the table. */
export const outcomesOf = ({ results, result }) =>
  (results ?? [result]).map((each) => (each?.error ? each.error.kind : 'data'));
