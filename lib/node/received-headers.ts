import { bare } from '../core/platform/bare.js';
import type { RawHeaders } from './dispatcher.js';
import { rawLines } from './raw-headers.js';

const MUTATORS = ['append', 'delete', 'set'] as const;

const refuse = (): never => {
  throw new TypeError(
    'The headers of a response that was received are immutable. Copy them: new Headers(headers).',
  );
};

/** All headers as the platform's class; as with fetch, they can't be changed. */
export function receivedHeaders(raw: RawHeaders): Headers {
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
