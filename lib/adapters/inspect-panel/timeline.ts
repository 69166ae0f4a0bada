import type { Inspector } from '../../features/inspect/inspector.js';
import type { SeenCall, SeenOutcome } from '../../features/inspect/seen-call.js';

/** Source of a panel: an inspector, or a proxy for an inspector in another process. */
export type PanelSource = Pick<Inspector, 'calls' | 'subscribe' | 'clear'>;

/** A segment of a row's bar. Times are milliseconds since the epoch. */
export interface Segment {
  /**
   * Phase: waiting for a response, reading its body, waiting between requests, or waiting for another call's
   * request.
   */
  readonly kind: 'wait' | 'body' | 'pause' | 'joined';
  readonly from: number;
  readonly to: number;
}

/** One row of the list: a call or a group of calls. */
export interface Line {
  /** Identifies the row while it exists. */
  readonly key: string;
  /** The call of the row; the latest call of a group. */
  readonly call: SeenCall;
  /** Calls whose bars the row shows. */
  readonly calls: readonly SeenCall[];
  /** Number of calls in the group; 0 for a single call. */
  readonly size: number;
  /** Whether the row belongs to an open group. */
  readonly isInside: boolean;
}

/** Outcome of a call as a word and a sign, so that it doesn't depend on color. */
export interface Verdict {
  readonly sign: string;
  readonly word: string;
}

const SIGNS: Readonly<Record<SeenOutcome['kind'], string>> = {
  ok: '✓',
  http: '✕',
  network: '⚡',
  parse: '¿',
  abort: '⊘',
  timeout: '◔',
  middleware: '⚙',
  superseded: '⇥',
};

/** Returns the outcome of a call, or `running`. */
export function verdictOf({ outcome, notes }: SeenCall): Verdict {
  if (!outcome) return { sign: '…', word: 'running' };
  const { kind, status } = outcome;
  const cached = notes.some(({ hit }) => hit) ? ', cache' : '';
  const word = kind === 'ok' || kind === 'http' ? String(status || kind) : kind;
  return { sign: SIGNS[kind], word: word + cached };
}

/** Returns the segments of a call in chronological order. A running segment ends now. */
export function segmentsOf({ attempts, notes, endedAt }: SeenCall, now: number): Segment[] {
  const segments: Segment[] = [];
  for (const { startedAt, answeredAt, endedAt: end = endedAt ?? now, joined } of attempts) {
    if (joined !== undefined) segments.push({ kind: 'joined', from: startedAt, to: end });
    else {
      segments.push({ kind: 'wait', from: startedAt, to: answeredAt ?? end });
      if (answeredAt !== undefined) segments.push({ kind: 'body', from: answeredAt, to: end });
    }
  }
  for (const { type, at, ms = 0 } of notes)
    if (type === 'wait')
      segments.push({ kind: 'pause', from: at, to: Math.min(at + ms, endedAt ?? at + ms) });
  return segments.sort((a, b) => a.from - b.from);
}

/** Returns the time range of the rows. */
export function spanOf(lines: readonly Line[], now: number): { from: number; to: number } {
  let [from, to] = [Infinity, -Infinity];
  for (const { startedAt, endedAt = now } of lines.flatMap(({ calls }) => calls)) {
    from = Math.min(from, startedAt);
    to = Math.max(to, endedAt);
  }
  return from <= to ? { from, to: Math.max(to, from + 1) } : { from: now, to: now + 1 };
}

const keyOf = ({ id }: SeenCall): string => `call ${id}`;

/**
 * Returns the id of the call that this call depends on: the call whose request it joined, or the call that
 * superseded it.
 */
export const dependsOn = ({ attempts, supersededBy }: SeenCall): number | undefined =>
  supersededBy ?? attempts.find(({ joined }) => joined)?.joined;

/**
 * Returns calls as rows in chronological order. The calls of one poll or one pagination form a group; an open
 * group is followed by its calls.
 */
export function linesOf(calls: Iterable<SeenCall>, open: ReadonlySet<string>): Line[] {
  const groups = new Map<string, SeenCall[]>();
  for (const call of calls) {
    const key = call.group ?? keyOf(call);
    const group = groups.get(key);
    if (group) group.push(call);
    else groups.set(key, [call]);
  }
  const lines: Line[] = [];
  for (const [key, all] of groups) {
    const call = all.at(-1) as SeenCall;
    const isGroup = call.group !== undefined;
    lines.push({ key, call, calls: all, size: isGroup ? all.length : 0, isInside: false });
    if (isGroup && open.has(key))
      for (const each of all)
        lines.push({ key: keyOf(each), call: each, calls: [each], size: 0, isInside: true });
  }
  return lines;
}

/** Filter of the list. */
export interface Filter {
  /** Text to find in the names, the method or the URL, ignoring case. `''` matches every call. */
  readonly text: string;
  /** `'ok'`, `'running'`, an error kind, `'superseded'`, `'cache'` or `'joined'`. `''` matches every call. */
  readonly kind: string;
  /** First digits of the status. `''` matches every call. */
  readonly status: string;
}

/** Whether a call matches the filter. */
export function matches(call: SeenCall, { text, kind, status }: Filter): boolean {
  const { client = '', name, operation = '', method, url, outcome, notes, attempts } = call;
  const kinds = [
    outcome?.kind ?? 'running',
    ...(notes.some(({ hit }) => hit) ? ['cache'] : []),
    ...(attempts.some(({ joined }) => joined !== undefined) ? ['joined'] : []),
  ];
  return (
    (text === '' ||
      `${client}.${name} ${operation} ${method} ${url}`.toLowerCase().includes(text.toLowerCase())) &&
    (kind === '' || kinds.includes(kind)) &&
    String(outcome?.status ?? '').startsWith(status)
  );
}
