import { define } from '../core/platform/values.js';

/** Response headers from a dispatcher: alternating names and values, or an object by name. */
export type RawHeaders = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A response without its body. */
export class ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: RawHeaders;
  /** Time of the response in milliseconds, from `performance.now()`. */
  readonly cameAt: number = performance.now();
  /** URL of the response; set for the final response of a call. */
  url = '';
  redirected = false;
  type: ResponseType = 'basic';

  constructor(status: number, statusText: string, headers: RawHeaders) {
    this.status = status;
    this.statusText = statusText;
    this.headers = headers;
  }
}

interface Latin1 {
  readonly length: number;
  toString(encoding: 'latin1'): string;
}

const latin1Text = (part: unknown): string =>
  typeof part === 'string' ? part : (part as Latin1).toString('latin1');

const isName = (part: unknown, name: string): boolean =>
  (part as Latin1).length === name.length && latin1Text(part).toLowerCase() === name;

/** Calls `visit` with each name and its value or values. */
const forEachHeader = (raw: RawHeaders, visit: (name: unknown, value: unknown) => void): void => {
  if (Array.isArray(raw)) for (let at = 0; at < raw.length; at += 2) visit(raw[at], raw[at + 1]);
  else for (const name of Object.keys(raw)) visit(name, (raw as Record<string, unknown>)[name]);
};

/** Returns the headers as strings: alternating names and values, one pair for each line. */
export function rawLines(raw: RawHeaders): string[] {
  const lines: string[] = [];
  forEachHeader(raw, (name, value) => {
    if (value === undefined || latin1Text(name).startsWith(':')) return;
    for (const line of Array.isArray(value) ? value : [value]) lines.push(latin1Text(name), latin1Text(line));
  });
  return lines;
}

/** Appends a value to the values found so far. */
const joinedTo = (found: string | undefined, value: unknown): string | undefined => {
  if (value === undefined) return found;
  const text = Array.isArray(value) ? value.map(latin1Text).join(', ') : latin1Text(value);
  return found === undefined ? text : `${found}, ${text}`;
};

/** Returns the joined lines of a header; undefined without one. */
export function rawHeader(raw: RawHeaders, wanted: string): string | undefined {
  let found: string | undefined;
  if (Array.isArray(raw)) {
    for (let at = 0; at < raw.length; at += 2)
      if (isName(raw[at], wanted)) found = joinedTo(found, raw[at + 1]);
    return found;
  }
  for (const [name, value] of Object.entries(raw)) if (isName(name, wanted)) found = joinedTo(found, value);
  return found;
}

const MUTATORS = ['append', 'delete', 'set'] as const;

const refuse = (): never => {
  throw new TypeError(
    'The headers of a received response are immutable: copy them with new Headers(headers).',
  );
};

/** Returns all headers as an immutable platform `Headers` object, as fetch does. */
export function receivedHeaders(raw: RawHeaders): Headers {
  const headers = new Headers();
  const lines = rawLines(raw);
  for (let at = 0; at < lines.length; at += 2) {
    try {
      headers.append(lines[at] ?? '', lines[at + 1] ?? '');
    } catch {
      // Skip an invalid header line instead of failing the response.
    }
  }
  for (const name of MUTATORS) define(headers, name, refuse);
  return headers;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

const beyondAscii = (value: unknown): boolean =>
  typeof value === 'string' ? BEYOND_ASCII.test(value) : Array.isArray(value) && value.some(beyondAscii);

const hasBeyondAscii = (headers: RawHeaders): boolean => {
  const byName = headers as Readonly<Record<string, unknown>>;
  for (const name in byName) if (beyondAscii(byName[name])) return true;
  return false;
};

const decoder = /* @__PURE__ */ new TextDecoder();

const fromRaw = (text: unknown, raw: readonly unknown[]): unknown => {
  const same = raw.find((part) => ArrayBuffer.isView(part) && decoder.decode(part) === text);
  return same ? latin1Text(same) : text;
};

/**
 * Decodes parsed headers as Latin-1, which HTTP uses. undici before 7.20 decodes them as UTF-8. Unchanged
 * values are found in the raw headers.
 */
export function inLatin1(headers: RawHeaders, raw: unknown): RawHeaders {
  if (!Array.isArray(raw) || Array.isArray(headers) || !hasBeyondAscii(headers)) return headers;
  const parts = raw as readonly unknown[];
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => fromRaw(each, parts)) : fromRaw(value, parts),
    ]),
  );
}
