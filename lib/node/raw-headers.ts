import { bare } from '../platform/bare.js';
import type { RawHeaders } from './dispatcher.js';

interface Latin1 {
  readonly length: number;
  toString(encoding: 'latin1'): string;
}

const textOf = (part: unknown): string =>
  typeof part === 'string' ? part : (part as Latin1).toString('latin1');

const isName = (part: unknown, name: string): boolean =>
  (part as Latin1).length === name.length && textOf(part).toLowerCase() === name;

/** The lines as they came, names and values in turn, as text. */
export function rawLines(raw: RawHeaders): string[] {
  const lines: string[] = [];
  const add = (name: unknown, value: unknown): void => {
    if (value === undefined || textOf(name).startsWith(':')) return;
    for (const line of Array.isArray(value) ? value : [value]) lines.push(textOf(name), textOf(line));
  };
  if (Array.isArray(raw)) for (let at = 0; at < raw.length; at += 2) add(raw[at], raw[at + 1]);
  else for (const [name, value] of Object.entries(raw)) add(name, value);
  return lines;
}

/** A header of the response, its lines joined; undefined when it has none. */
export function rawHeader(raw: RawHeaders, name: string): string | undefined {
  let found: string | undefined;
  const add = (value: unknown): void => {
    if (value === undefined) return;
    const text = Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
    found = found === undefined ? text : `${found}, ${text}`;
  };
  if (Array.isArray(raw)) {
    for (let at = 0; at < raw.length; at += 2) if (isName(raw[at], name)) add(raw[at + 1]);
  } else {
    for (const key of Object.keys(raw)) if (isName(key, name)) add((raw as Record<string, unknown>)[key]);
  }
  return found;
}

const MUTATORS = ['append', 'delete', 'set'] as const;

const refuse = (): never => {
  throw new TypeError(
    'The headers of a response that was received are immutable. Copy them: new Headers(headers).',
  );
};

/** All headers as the platform's class; as with fetch, they can't be changed. */
export function headersOf(raw: RawHeaders): Headers {
  const headers = new Headers();
  const lines = rawLines(raw);
  for (let at = 0; at < lines.length; at += 2) {
    try {
      headers.append(lines[at] ?? '', lines[at + 1] ?? '');
    } catch {
      // A line that is no header is no reason to lose the response.
    }
  }
  for (const name of MUTATORS) Object.defineProperty(headers, name, bare({ value: refuse }));
  return headers;
}
