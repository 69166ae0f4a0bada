import { type CallSecrets, ownDefined } from '../../core/seats.js';

/** How much of a server's words is told. */
const TOLD = 200;

/** An answer of an authorization server that is none of what was asked for: RFC 6749, 5.2. */
export class Refusal extends Error {
  readonly status: number;
  /** Such as `invalid_client`; `''` where the server gives none. */
  readonly code: string;
  /** Those of the answer, one of which may say when to ask again. */
  readonly headers: Headers;

  constructor(what: string, { status, headers }: Response, code: string, description: string) {
    super(`${what}: ${[String(status), code, description].filter(Boolean).join(', ')}`);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }

  override get name(): 'OAuthRefusal' {
    return 'OAuthRefusal';
  }

  /** Whether the session has ended. A server that is out of order says nothing about that. */
  get isInvalidGrant(): boolean {
    return this.code === 'invalid_grant' && this.status < 500;
  }
}

/**
 * @param what Who has answered.
 * @param secrets What its words may not quote.
 */
export async function refusalOf(response: Response, what: string, secrets: CallSecrets): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error, error_description: description } = ownDefined(Object(body) as Record<string, unknown>);
  const code = typeof error === 'string' && /^[\w-]{1,64}$/.test(error) ? error : '';
  const words = typeof description === 'string' && !secrets.isQuotedIn(description) ? description : '';
  // In one line, wherever it is written.
  return new Refusal(what, response, code, words.slice(0, TOLD).replace(/\p{Cc}+/gu, ' '));
}
