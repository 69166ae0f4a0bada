import type { Wording } from '../result/api-error-init.js';
import { isBodyError } from '../platform/body-error.js';
import { numberIn, type Thrown, thrownChain } from '../result/thrown.js';
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

/** Whether it is left unread on this side, as it is too large, say: nobody who asks again gets another. */
const isLeft = (chain: readonly Thrown[]): boolean =>
  chain.some(({ value, code }) => isBodyError(value) || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE');

/** "got 3 of 90 bytes", where what was thrown has these figures; `''` where it has not. */
const arrivedOf = (chain: readonly Thrown[]): string => {
  for (const { value } of chain) {
    const received = numberIn(value, 'received');
    const expected = numberIn(value, 'expected');
    if (received !== undefined)
      return `got ${String(received)}${expected === undefined ? '' : ` of ${String(expected)}`} bytes: `;
  }
  return '';
};

/** The platform could not read it to its end: the connection failed, or somebody on the way has spoilt it. */
export function unreadBody({ status }: Response, thrown: unknown): Decoded {
  const chain = thrownChain(thrown);
  const told = { body: thrown, cause: thrown, quotesBody: false };
  const code = chain.filter((each) => each.code).at(-1)?.code;
  // A code of zlib's: all of it arrived, and is not what it says it is.
  const isCut = code !== undefined && !code.startsWith('Z_') && !isLeft(chain);
  const what = isCut ? 'the body broke off' : 'its body could not be read';
  const reason: Wording = (words) =>
    `answered ${String(status)}, but ${what}: ${arrivedOf(chain)}${words.innermost(thrown)}`;
  return { kind: isLeft(chain) ? 'parse' : 'network', ...told, reason };
}
