import type { Wording } from '../result/api-error-init.js';
import { thrownChain } from '../result/thrown.js';
import type { Decoded } from './decoded.js';

/** What a content type is without its parameters. Servers write anything there. */
const ESSENCE = /^\s{0,9}([\w.+-]{1,60}\/[\w.+-]{1,60})/;

const contentType = (response: Response): string => {
  try {
    return ESSENCE.exec(response.headers.get('content-type') ?? '')?.[1] ?? '';
  } catch {
    return '';
  }
};

/** A 2xx whose body is no data, for what reason. */
export const unusable = (
  body: unknown,
  reason: Wording,
  more: { readonly cause?: unknown; readonly quotesBody?: boolean } = {},
): Decoded => ({ kind: 'parse', body, reason, ...more });

/** It has none. */
export const emptyBody = (): Decoded =>
  unusable(
    '',
    (_words, status) =>
      `answered ${String(status)} with an empty body: declare responseType 'none', or 'optionalJson' where it may have one`,
  );

/**
 * It is no `wanted`: no JSON, say.
 *
 * @param body As `error.body`.
 */
export function noneOf(wanted: string, response: Response, body: unknown, thrown?: unknown): Decoded {
  const type = contentType(response);
  const isClaimed = !type || (wanted !== 'form data' && /[/+]json$/i.test(type));
  const reason: Wording = (words, status) => {
    const said = isClaimed && thrown !== undefined ? words.parser(thrown) : '';
    const what = isClaimed ? `${type || 'a body'} that is no ${wanted}` : `${type}, which is no ${wanted}`;
    return `answered ${String(status)} with ${what}${said && `: ${said}`}`;
  };
  return unusable(body, reason, thrown === undefined ? {} : { cause: thrown });
}

/** The platform could not read it. */
export function unreadBody(thrown: unknown): Decoded {
  const code = thrownChain(thrown)
    .filter((each) => each.code)
    .at(-1)?.code;
  // A code of zlib's: all of it arrived, and is not what it says it is.
  const what = code && !code.startsWith('Z_') ? 'the body broke off' : 'its body could not be read';
  return unusable(
    thrown,
    (words, status) => `answered ${String(status)}, but ${what}: ${words.innermost(thrown)}`,
    { cause: thrown, quotesBody: false },
  );
}
