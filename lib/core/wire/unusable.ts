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
export class Unusable extends Error {
  readonly facts: Decoded;
  readonly #brand = true;

  constructor(
    body: unknown,
    reason: Wording,
    more: { readonly cause?: unknown; readonly quotesBody?: boolean } = {},
  ) {
    super();
    this.facts = { kind: 'parse', body, reason, ...more };
  }

  /** Safe on anything that can be thrown. */
  static is(thrown: unknown): thrown is Unusable {
    return #brand in (Object(thrown) as object);
  }

  static empty(): Unusable {
    return new Unusable(
      '',
      (_words, status) => `answered ${String(status)} with an empty body: declare responseType 'none'`,
    );
  }

  /**
   * @param wanted What it should have been: "JSON".
   * @param body As `error.body`.
   */
  static not(wanted: string, response: Response, body: unknown, thrown?: unknown): Unusable {
    const type = contentType(response);
    const isClaimed = !type || (wanted !== 'form data' && /[/+]json$/i.test(type));
    return new Unusable(
      body,
      (words, status) => {
        const said = isClaimed && thrown !== undefined ? words.parser(thrown) : '';
        const what = isClaimed
          ? `${type || 'a body'} that is no ${wanted}`
          : `${type}, which is no ${wanted}`;
        return `answered ${String(status)} with ${what}${said && `: ${said}`}`;
      },
      thrown === undefined ? {} : { cause: thrown },
    );
  }

  /** The platform could not read it. */
  static unread(thrown: unknown): Unusable {
    const code = thrownChain(thrown)
      .filter((each) => each.code)
      .at(-1)?.code;
    // A code of zlib's: all of it arrived, and is not what it says it is.
    const what = code && !code.startsWith('Z_') ? 'the body broke off' : 'its body could not be read';
    return new Unusable(
      thrown,
      (words, status) => `answered ${String(status)}, but ${what}: ${words.innermost(thrown)}`,
      { cause: thrown, quotesBody: false },
    );
  }
}
