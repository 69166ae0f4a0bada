import type { RawHeaders } from './dispatcher.js';

interface Latin1 {
  readonly length: number;
  toString(encoding: 'latin1'): string;
}

const textOf = (part: unknown): string =>
  typeof part === 'string' ? part : (part as Latin1).toString('latin1');

const isName = (part: unknown, name: string): boolean =>
  (part as Latin1).length === name.length && textOf(part).toLowerCase() === name;

/** Calls back with each line, name and value as text. */
function eachLine(raw: RawHeaders, use: (name: string, value: string) => void): void {
  const pairs = Array.isArray(raw)
    ? Array.from({ length: raw.length / 2 }, (_, at) => [raw[at * 2], raw[at * 2 + 1]] as const)
    : Object.entries(raw);
  for (const [name, value] of pairs) {
    if (value === undefined || textOf(name).startsWith(':')) continue;
    for (const line of Array.isArray(value) ? value : [value]) use(textOf(name), textOf(line));
  }
}

/** A header of the response, its lines joined; undefined when it has none. */
export function rawHeader(raw: RawHeaders, name: string): string | undefined {
  let found: string | undefined;
  const add = (value: unknown): void => {
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

/** All headers as the platform's class. */
export function headersOf(raw: RawHeaders): Headers {
  const headers = new Headers();
  eachLine(raw, (name, value) => {
    try {
      headers.append(name, value);
    } catch {
      // A line that is no header is no reason to lose the response.
    }
  });
  return headers;
}
