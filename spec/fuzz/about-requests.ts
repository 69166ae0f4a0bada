import { CHANGED } from './params.js';
import { anywhere, type Invariants, type Report, type Run, type Sent } from './report.js';
import type { Asking } from './run-asking.js';

/** The page URL for a relative `baseUrl`. */
const PAGE = 'https://page.example/';

const segmentsOf = (path: string): number => path.replace(/\/+$/, '').split('/').length - 1;

const isUsual = (path: string): boolean =>
  path === '/items' || path === '/items/:id' || path === '/a/:x/b/:y.json';

const problemOf = (sent: unknown, base: URL, lengths: readonly number[] | undefined): string | undefined => {
  if (typeof sent !== 'string' || !URL.canParse(sent, PAGE)) return `${String(sent)} is not a URL`;
  const { origin, pathname, username } = new URL(sent, PAGE);
  if (origin !== base.origin || username !== '') return `${sent} goes to ${origin}`;
  const root = base.pathname.replace(/\/+$/, '');
  if (!lengths) return undefined;
  if (!pathname.startsWith(root)) return `${sent} left ${root}`;
  return lengths.includes(segmentsOf(pathname.slice(root.length)))
    ? undefined
    : `${sent} has other segments than the path`;
};

/** For all params and paths, unless a middleware changed the URL. */
export const sentWhereItShould = ({ scenario, sent }: Report): string | undefined => {
  if (anywhere(scenario, 'request')) return undefined;
  const { client, endpoints, protocol } = scenario;
  const base = new URL(client.baseUrl, PAGE);
  const routes = endpoints.map(({ path }) => path);
  // A path with `..` is allowed, but a param with `..` is not.
  const lengths = routes.every(isUsual) && protocol === 'rest' ? routes.map(segmentsOf) : undefined;
  return sent.map(({ url }) => problemOf(url, base, lengths)).find((problem) => problem !== undefined);
};

/** A retry after a middleware that replaced the call's signal can't detect the end of the call. */
const waitsOnAnother = (report: Report): boolean =>
  anywhere(report.scenario, 'signal') && anywhere(report.scenario, 'retries');

const isRun = (asker: Sent['asker']): asker is Run => asker !== undefined && 'firstSent' in asker;

/** The time at which the request's call ended or must end; Infinity for never. */
const endOf = ({ runs, scenario }: Report, run: Run): number => {
  const { abortAt = null, inFetch = false } = run.call.signal ?? {};
  // The plan doesn't contain the time of an abort in fetch, or of a shared signal.
  const isKnown =
    abortAt !== null && !inFetch && !(scenario.oneSignal && runs.some(({ call }) => call.signal?.inFetch));
  return Math.min(run.endsAt, isKnown ? Math.max(abortAt, run.began) : Infinity);
};

const isChanged = ({ url, text }: Sent): boolean => `${String(url)} ${String(text)}`.includes(CHANGED);

/**
 * A poll copies plain params at their top level. It reads deeper values and other params for each request. The caller
 * controls the params of a page.
 */
const readsAnew = ({ asker }: Sent): boolean => {
  if (isRun(asker) || asker === undefined) return false;
  const { call, plan } = asker as Asking;
  const { params } = call;
  if (plan.as === 'paginate') return true;
  return !('fields' in params) || Object.values(params.fields).some((value) => value === Object(value));
};

/** Whether other callers can wait for it too. A middleware that changes headers can hide its user. */
const isShared = ({ asker, joins }: Sent): boolean =>
  joins || (isRun(asker) && asker.endpoint.joins === 'share');

const isAborted = ({ init, settled }: Sent): boolean => settled || init.signal?.aborted === true;

/** Requests that are open after all timers have run, although their calls ended. */
const isLeftOpen = (sent: Sent): boolean => {
  const { asker } = sent;
  if (isAborted(sent) || !isRun(asker) || isShared(sent)) return false;
  return asker.endsAt < Infinity || asker.isOver();
};

const outlives = (report: Report, sent: Sent): boolean => {
  const { asker, abortedAt = Infinity, settledAt = Infinity } = sent;
  if (anywhere(report.scenario, 'foreign')) return false;
  if (!isRun(asker) || isShared(sent)) return false;
  return Math.min(abortedAt, settledAt) > endOf(report, asker);
};

const isBeside = (report: Report): boolean => anywhere(report.scenario, 'background');

/** Rules about sent requests, their end, and the remaining resources. */
export const ABOUT_REQUESTS: Invariants = {
  'a request contains the params at the time of the call': ({ sent, scenario }) =>
    !anywhere(scenario, 'request') && sent.some((each) => isChanged(each) && !readsAnew(each))
      ? 'it was changed later'
      : undefined,
  'nothing is sent for a call that is aborted or past its deadline': ({ sent, scenario }) =>
    // A retry of another call's Result belongs to that call. A request waiting in wrapFetch can be sent for joined
    // calls only.
    !anywhere(scenario, 'foreign') &&
    sent.some(
      (each) => each.isLate && isRun(each.asker) && !(isShared(each) && anywhere(scenario, 'exchange')),
    )
      ? 'something was'
      : undefined,
  'a request ends with its call, or before': (report) =>
    report.sent.some((each) => outlives(report, each)) ? 'one continues' : undefined,
  'no request is left open': ({ sent }) => (sent.some(isLeftOpen) ? 'one is' : undefined),
  'no listener is left on a signal': (report) => {
    const { atEnd, afterwards, sent } = report;
    const isExcused = waitsOnAnother(report) || isBeside(report);
    // A request without a response and without an end keeps its signal.
    const kept = sent.every(isAborted) ? afterwards.listeners : 0;
    const left = (isExcused ? 0 : atEnd.listeners) + kept;
    return left > 0 ? `${left} are` : undefined;
  },
  'no timer is left': (report) => {
    const { atEnd, afterwards, asks } = report;
    // A store can be slow. A stopped poll's request and a retry of an ended call can start one macrotask later.
    const isExcused =
      anywhere(report.scenario, 'store', 'repeats') ||
      isBeside(report) ||
      waitsOnAnother(report) ||
      asks.length > 0;
    const left = (isExcused ? 0 : atEnd.timers) + afterwards.timers;
    return left > 0 ? `${left} are` : undefined;
  },
  'no poll waits for a tab any more': ({ afterwards }) => (afterwards.onTab > 0 ? 'one does' : undefined),
  'no request is left in flight': (report) =>
    report.atEnd.inFlight > 0 && !isBeside(report) ? `${report.atEnd.inFlight} are` : undefined,
  'nothing is sent or reported for a call that is settled': (report) => {
    const { atEnd, afterwards, asks } = report;
    // A timeout at the same time as the stop of a poll is reported one macrotask later.
    if (afterwards.reported > atEnd.reported && asks.length === 0) return 'onError was called';
    return afterwards.sent > atEnd.sent && !isBeside(report) ? 'something was sent' : undefined;
  },
};
