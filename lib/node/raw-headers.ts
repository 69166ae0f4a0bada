import type { RawHeaders } from './dispatcher.js';

interface Latin1 {
  readonly length: number;
  toString(encoding: 'latin1'): string;
}

const latin1Text = (part: unknown): string =>
  typeof part === 'string' ? part : (part as Latin1).toString('latin1');

const isName = (part: unknown, name: string): boolean =>
  (part as Latin1).length === name.length && latin1Text(part).toLowerCase() === name;

/** Hands over each name with its value or its values. */
const forEachHeader = (raw: RawHeaders, visit: (name: unknown, value: unknown) => void): void => {
  if (Array.isArray(raw)) for (let at = 0; at < raw.length; at += 2) visit(raw[at], raw[at + 1]);
  else for (const name of Object.keys(raw)) visit(name, (raw as Record<string, unknown>)[name]);
};

/** The lines as they came, names and values in turn, as text. */
export function rawLines(raw: RawHeaders): string[] {
  const lines: string[] = [];
  forEachHeader(raw, (name, value) => {
    if (value === undefined || latin1Text(name).startsWith(':')) return;
    for (const line of Array.isArray(value) ? value : [value]) lines.push(latin1Text(name), latin1Text(line));
  });
  return lines;
}

/** A header of the response, its lines joined; undefined when it has none. */
export function rawHeader(raw: RawHeaders, wanted: string): string | undefined {
  let found: string | undefined;
  forEachHeader(raw, (name, value) => {
    if (value === undefined || !isName(name, wanted)) return;
    const text = Array.isArray(value) ? value.map(latin1Text).join(', ') : latin1Text(value);
    found = found === undefined ? text : `${found}, ${text}`;
  });
  return found;
}
