import { TimeoutError } from '../platform/interruption.js';
import { hasOwnWords } from '../platform/own-words.js';
import type { ApiErrorInit, ApiErrorKind } from './api-error-init.js';
import { ForeignWords, UNSEEN } from './foreign-words.js';
import { Refusal } from './refusal.js';

/** What a message says of each kind. */
const OUTCOMES: Readonly<Record<ApiErrorKind, string>> = {
  network: 'got no response',
  http: 'answered',
  parse: 'answered with a body that could not be used:',
  timeout: 'passed its deadline',
  abort: 'was aborted',
  middleware: 'failed in a middleware',
};

/** Whether this is one of the six kinds. */
export const isErrorKind = (kind: unknown): kind is ApiErrorKind =>
  Object.keys(OUTCOMES).includes(kind as string);

/** "got no response: connect ECONNREFUSED 127.0.0.1:3000". */
export const because = (outcome: string, why: string): string => (why ? `${outcome}: ${why}` : outcome);

/** A status text is the server's: it may have escape codes in it, or say again what it was asked. */
export const shownStatusText = (given: unknown, words: ForeignWords): string =>
  typeof given !== 'string' || given === '' || words.quotes(given)
    ? ''
    : ForeignWords.shown(given).replace(UNSEEN, ' ').slice(0, 200);

/** "answered 404 Not Found". */
const answered = (outcome: string, status: number, statusText: string): string =>
  [outcome, status || '', statusText].join(' ').trimEnd();

/** What a browser says to a page of any request that failed, so that no page finds out about the network it is in. */
const TELLS_NOTHING = /^(Failed to fetch|Load failed|NetworkError when .*)$/;

/** Where to look on, for a text that doesn't say it. */
const helped = (why: string, { template }: ForeignWords): string => {
  if (TELLS_NOTHING.test(why))
    return `${why} (the browser's console says why: CORS, DNS, certificate, offline)`;
  return /\binvalid url$/i.test(why) && template ? `${why}: ${template}` : why;
};

/** How many attempts were handed to fetch: what was answered was sent, whoever has forgotten to say so. */
export const attemptsOf = ({ attempts, request, status = 0 }: Partial<ApiErrorInit>): number =>
  attempts ?? request?.attempts ?? (status > 0 ? 1 : 0);

/** What the message says where nobody gave a reason: the outcome that the kind has, and what the cause says of it. */
export function outcomeOf(init: Partial<ApiErrorInit>, words: ForeignWords): string {
  const { kind = 'network', status = 0, statusText = '', cause } = init;
  // A body that broke off, as a reader tells it.
  const base = kind === 'network' && status ? 'broke off after' : OUTCOMES[kind];
  const outcome = answered(base, status, shownStatusText(statusText, words));
  if (kind === 'network')
    return (
      Refusal.outcome(cause, attemptsOf(init)) ??
      because(outcome, cause == null ? '' : helped(words.innermost(cause), words))
    );
  if (kind === 'middleware') return because(outcome, cause === undefined ? '' : words.thrown(cause));
  if (kind === 'timeout') {
    const deadline = TimeoutError.deadlineOf(cause);
    return deadline ? `passed ${deadline}` : because(outcome, cause == null ? '' : words.innermost(cause));
  }
  const reason: unknown = cause;
  return kind === 'abort' && hasOwnWords(reason) ? `${outcome}. ${reason.message}` : outcome;
}
