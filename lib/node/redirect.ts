import type { Outgoing } from './outgoing.js';
import { targetOf } from './request-target.js';

const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What a request may tell another origin: how it wants its answer, and what its body is. Everything else may be a secret. */
const SHARED: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
  'pragma',
  'range',
  'user-agent',
]);

const OF_BODY: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
]);

const filtered = (headers: readonly string[], keep: (name: string) => boolean): readonly string[] =>
  headers.filter((_, at) => keep((headers[at - (at % 2)] ?? '').toLowerCase()));

const decoder = /* @__PURE__ */ new TextDecoder();

/** Headers are read as Latin-1; a location that is not in ASCII is meant as UTF-8. */
const fromUtf8 = (location: string): string =>
  decoder.decode(Uint8Array.from(location, (character) => character.charCodeAt(0)));

export const isRedirect = (status: number): boolean => STATUSES.has(status);

/** The request that a redirect asks for, by the fetch standard, "HTTP-redirect fetch". Throws where there is none. */
export function redirected(request: Outgoing, status: number, location: string): Outgoing {
  const target = targetOf(fromUtf8(location), request.target.href);
  if (status !== 303 && request.body && !request.body.replayable) {
    throw new TypeError(
      `The server answered with a redirect (${status}), and the body is a stream, which can't be sent a second time.`,
    );
  }
  const { method } = request;
  const toGet =
    (status <= 302 && method === 'POST') || (status === 303 && method !== 'GET' && method !== 'HEAD');
  let { headers } = request;
  if (toGet) headers = filtered(headers, (name) => !OF_BODY.has(name));
  if (target.origin !== request.target.origin) headers = filtered(headers, (name) => SHARED.has(name));
  return { ...request, target, headers, ...(toGet ? { method: 'GET', body: null } : null) };
}
