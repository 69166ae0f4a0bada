import type { Inspector } from '../../features/inspect/inspector.js';
import type { SeenCall, SeenOutcome } from '../../features/inspect/seen-call.js';

/** What a panel shows: an inspector, or what stands for one that is elsewhere. */
export type PanelSource = Pick<Inspector, 'calls' | 'subscribe' | 'clear'>;

/** A part of a row's bar. Times are milliseconds since the epoch. */
export interface Segment {
  /** Waiting for an answer, reading its body, waiting between requests, or for another call's request. */
  readonly kind: 'wait' | 'body' | 'pause' | 'joined';
  readonly from: number;
  readonly to: number;
}

/** One line of the list: a call, or what several of them stand under. */
export interface Line {
  /** The same as long as the line is there. */
  readonly key: string;
  /** The call; of a group its newest one. */
  readonly call: SeenCall;
  /** Whose bars it has: the call, or all of the group. */
  readonly calls: readonly SeenCall[];
  /** How many calls stand under it; 0 for a line of one call. */
  readonly size: number;
  /** Whether it stands under a group. */
  readonly isInside: boolean;
}

/** What a call came to, in a word and a sign: colours are not for everybody. */
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

/** How a call stands. */
export function verdictOf({ outcome, notes }: SeenCall): Verdict {
  if (!outcome) return { sign: '…', word: 'running' };
  const { kind, status } = outcome;
  const cached = notes.some(({ hit }) => hit) ? ', cache' : '';
  const word = kind === 'ok' || kind === 'http' ? String(status || kind) : kind;
  return { sign: SIGNS[kind], word: word + cached };
}

/** The bars of a call, in the order of time. What runs goes on until now. */
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

/** From when to when lines go. */
export function spanOf(lines: readonly Line[], now: number): { from: number; to: number } {
  let [from, to] = [Infinity, -Infinity];
  for (const { startedAt, endedAt = now } of lines.flatMap(({ calls }) => calls)) {
    from = Math.min(from, startedAt);
    to = Math.max(to, endedAt);
  }
  return from <= to ? { from, to: Math.max(to, from + 1) } : { from: now, to: now + 1 };
}

const keyOf = ({ id }: SeenCall): string => `call ${id}`;

/** The id of the call that another one leans on: whose request it joined, or who took its place. */
export const dependsOn = ({ attempts, supersededBy }: SeenCall): number | undefined =>
  supersededBy ?? attempts.find(({ joined }) => joined)?.joined;

/**
 * Calls as lines, in the order of time: those of one poll, and of one walk over pages, are one line, and under it are its
 * calls where it is open.
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

/** What is looked for among calls. */
export interface Filter {
  /** In the names, the method or the URL, whatever its case. `''` for anything. */
  readonly text: string;
  /** `'ok'`, `'running'`, a kind of error, `'superseded'`, `'cache'`, `'joined'`; `''` for any. */
  readonly kind: string;
  /** The first digits of a status; `''` for any. */
  readonly status: string;
}

/** Whether a call is what is looked for. */
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
