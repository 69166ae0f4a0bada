import { isDeepStrictEqual } from 'node:util';
import { deadlineOf } from './plans.js';
import { neverEnds, type Reply } from './replies.js';
import { errorOf, isBare, levelsOf, type Report, type Run } from './report.js';

/** The expected outcome of a call without middleware. */
interface Expected {
  /** The error's kind; undefined for a success, `'any'` if the schema's result is random. */
  readonly kind: string | undefined;
  readonly data?: unknown;
  /** The time of the outcome, unless the call ends earlier. */
  readonly at: number;
}

const TEXTS: Readonly<Record<string, string>> = {
  JSON: '{"a":{"b":[1,2]}}',
  'a literal null': 'null',
  'nothing at all': '',
  'JSON with a byte order mark': '\uFEFF{"a":1}',
  'broken JSON': '{"a":',
  HTML: '<p>Bad gateway</p>',
  'GraphQL data': '{"data":{"a":1}}',
  'a GraphQL error': '{"data":null,"errors":[{"message":"no"}]}',
  'a slow body': '{"a":1}',
};

/** Looks like a Response until it is read. */
const UNREADABLE = 'garbage: an object with only ok and status';

const BODILESS = [204, 304];

const typeOf = ({ endpoint: { method, responseType = 'json' } }: Run): string =>
  method === 'HEAD' ? 'none' : responseType;

const parsed = (text: string): { kind: string | undefined; data?: unknown } => {
  try {
    return { kind: undefined, data: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown };
  } catch {
    return { kind: 'parse' };
  }
};

const decoded = ({ does, status }: Reply, type: string): { kind: string | undefined; data?: unknown } => {
  if (type === 'none') return { kind: undefined };
  const text = BODILESS.includes(status) ? '' : TEXTS[does];
  if (does === 'a body that breaks off' && text === undefined) return { kind: 'network' };
  if (does === 'an echo' && text === undefined) return { kind: type === 'formData' ? 'parse' : undefined };
  if (text === undefined || type === 'formData') return { kind: 'parse' };
  return type === 'json' ? parsed(text) : { kind: undefined };
};

const validated = (
  run: Run,
  { kind, data }: { kind: string | undefined; data?: unknown },
  at: number,
): Expected => {
  const { schema } = run.endpoint;
  if (kind || !schema || typeOf(run) === 'none' || schema.does === 'passes' || schema.does === 'passes later')
    return { kind, data, at };
  if (schema.does === 'hangs') return { kind: 'any', at: Infinity };
  return { kind: schema.does === 'gives garbage' ? 'any' : 'parse', at };
};

/** The outcome that the reply causes. */
const expectedOf = (reply: Reply, run: Run, sentAt: number): Expected => {
  const { does, status, wait } = reply;
  const isBodiless = BODILESS.includes(status);
  const at = does === 'a synchronous throw' ? sentAt : sentAt + wait;
  if (does === 'silence') return { kind: 'any', at: Infinity };
  if (does === 'a network error' || does === 'a synchronous throw') return { kind: 'network', at };
  if (does === UNREADABLE) return { kind: typeOf(run) === 'none' ? undefined : 'network', at };
  if (does.startsWith('garbage')) return { kind: 'network', at };
  const isOk = status < 300;
  const isRead = !isBodiless && !(isOk && typeOf(run) === 'none');
  const end = isRead && neverEnds(reply) ? Infinity : isRead && does === 'a slow body' ? at + wait : at;
  return isOk ? validated(run, decoded(reply, typeOf(run)), end) : { kind: 'http', at: end };
};

/** The time and the kind of an early end. */
const cutoffOf = (report: Report, run: Run, sentAt: number): Expected => {
  const deadline = deadlineOf(...levelsOf(report, run));
  const timeout = deadline > 0 ? run.began + deadline : Infinity;
  const { abortAt = null, inFetch = false } = run.call.signal ?? {};
  const abort = inFetch ? sentAt - 1 : (abortAt ?? Infinity);
  if (abort === timeout) return { kind: 'any', at: abort };
  return abort < timeout ? { kind: 'abort', at: abort } : { kind: 'timeout', at: timeout };
};

/** Whether all input is valid. */
const isPlain = (report: Report, { call, endpoint }: Run): boolean =>
  [report.scenario.client, endpoint, call].every(
    ({ headers }) => !headers || !('x-bad' in headers || 'bad name' in headers),
  ) &&
  ['/items', '/items/:id'].includes(endpoint.path) &&
  'fields' in call.params &&
  Object.keys(call.params.fields).join() === 'id' &&
  [1, 2, 'a'].includes(call.params.fields['id'] as number);

const compare = (report: Report, run: Run, first: number, after: number): string | undefined => {
  const sent = report.sent.slice(first, after);
  const kind = errorOf(run)?.kind;
  if (sent.length > 1) return `it sent ${sent.length} requests`;
  if (!sent[0]) {
    if (kind !== 'network' && !(run.aborted && kind === 'abort')) return `unsent, it is ${String(kind)}`;
    return kind === 'network' && isPlain(report, run)
      ? `it was rejected: ${errorOf(run)!.message}`
      : undefined;
  }
  const { at } = sent[0];
  const answer = expectedOf(report.scenario.replies[first % report.scenario.replies.length]!, run, at);
  const cutoff = cutoffOf(report, run, at);
  if (answer.at === cutoff.at) return undefined;
  const expected = answer.at < cutoff.at ? answer : cutoff;
  if (expected.kind === 'any') return undefined;
  if (kind !== expected.kind) return `it is ${String(kind)} instead of ${String(expected.kind)}`;
  if (expected.data !== undefined && !isDeepStrictEqual(run.result!.data, expected.data))
    return 'it has other data';
  return undefined;
};

/** The outcome of an independent call depends only on its reply, timeout and signal. */
export const matchesReplies = (report: Report): string | undefined => {
  const { runs, scenario, sent } = report;
  const [run] = runs;
  if (scenario.calls.length > 1 || scenario.protocol === 'graphql' || !run) return undefined;
  if (!isBare(report, run) || run.endpoint.joins) return undefined;
  return runs
    .map((each, at) => compare(report, each, each.firstSent, runs[at + 1]?.firstSent ?? sent.length))
    .find((complaint) => complaint !== undefined);
};
