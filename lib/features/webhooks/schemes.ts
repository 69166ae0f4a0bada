import { base64Bytes, type Candidate } from './signature.js';
import { WebhookError } from './webhook-error.js';

/** What a scheme function receives. */
export interface WebhookMessage {
  /** A copy of the raw body. */
  // This is `Uint8Array<ArrayBuffer>`. TypeScript before 5.7 can't read that spelling.
  readonly payload: ReturnType<typeof Uint8Array.of>;
  /** The secrets, each a string that isn't empty. */
  readonly secrets: readonly string[];
  /**
   * Returns the value of a header, by its name in any case. Repeated values are joined with `, `.
   *
   * @throws WebhookError with the reason `'missing-header'`, if the header is missing or empty.
   */
  readonly header: (name: string) => string;
}

/** What is signed in a scheme, and with what. */
export interface SignedContent {
  /**
   * HMAC-SHA256 signatures in hex or base64. One of them must match, with one of the secrets as text. Invalid ones are
   * ignored. More than 20 are rejected.
   */
  readonly signatures: readonly string[];
  /** The text that is signed before the body. Default: `''`, so that only the body is signed. */
  readonly prefix?: string | undefined;
  /**
   * The time at which the webhook was sent, in milliseconds since 1970. It must be in the prefix, or the body, so that
   * it is signed too. NaN and infinity are rejected. Default: none, so that the age isn't checked.
   */
  readonly timestamp?: number | undefined;
}

/**
 * How a sender signs: one of the schemes of this entry point, or your own function. Returns what is signed, or whether
 * you have verified the signature yourself. Any other value is a `'signature'` error. If it throws a `WebhookError`, this is the error of the result. Any other error is its `cause`.
 */
export type WebhookScheme = (
  message: WebhookMessage,
) => SignedContent | boolean | Promise<SignedContent | boolean>;

/** The content of Standard Webhooks, whose secrets are keys in base64. Instead of `signatures`. */
export interface KeyedContent extends SignedContent {
  readonly candidates?: readonly Candidate[];
}

/** Reads whole seconds. `Number` would also accept 1e9, 0x1, fractions and spaces. */
const milliseconds = (seconds: string): number => (/^\d{1,15}$/.test(seconds) ? Number(seconds) * 1000 : NaN);

/** Returns the entries that start with a tag, without the tag. Repeated headers are joined with a comma. */
const tagged = (value: string, tag: string, separator = /,\s*/): string[] =>
  value
    .split(separator)
    .filter((entry) => entry.startsWith(tag))
    .map((entry) => entry.slice(tag.length));

/** A key verifies only signatures of its own version. Otherwise, a public key could be used as an HMAC secret. */
function candidateOf(secret: string, signatures: string): Candidate {
  const isPublic = secret.startsWith('whpk_');
  const key = base64Bytes(secret.replace(/^wh(sec|pk)_/, ''));
  if (!key.length || (isPublic && key.length !== 32))
    throw new WebhookError('secret', 'secret is malformed: pass whsec_ or whpk_ with the key in base64.');
  return {
    algorithm: isPublic ? 'Ed25519' : 'HMAC',
    key,
    signatures: tagged(signatures, isPublic ? 'v1a,' : 'v1,', /,?\s+/),
  };
}

/**
 * The scheme of Standard Webhooks, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. A
 * `whsec_` secret verifies v1 signatures (HMAC-SHA256), a `whpk_` public key verifies v1a signatures (Ed25519).
 */
export const standardScheme = ({ secrets, header }: WebhookMessage): SignedContent => {
  const seconds = header('webhook-timestamp');
  const prefix = `${header('webhook-id')}.${seconds}.`;
  const value = header('webhook-signature');
  const candidates = secrets.map((secret) => candidateOf(secret, value));
  const content: KeyedContent = { candidates, signatures: [], prefix, timestamp: milliseconds(seconds) };
  return content;
};

/** The scheme of Stripe, with the header `Stripe-Signature`. The secret is the whole text, with its `whsec_`. */
export const stripeScheme = ({ header }: WebhookMessage): SignedContent => {
  const value = header('stripe-signature');
  // Two timestamps are invalid together.
  const seconds = tagged(value, 't=').join();
  return { signatures: tagged(value, 'v1='), prefix: `${seconds}.`, timestamp: milliseconds(seconds) };
};

/** The scheme of GitHub, with the header `X-Hub-Signature-256`. It has no timestamp, so it can't detect a replay. */
export const githubScheme = ({ header }: WebhookMessage): SignedContent => ({
  signatures: tagged(header('x-hub-signature-256'), 'sha256='),
});

/** The scheme of Slack, with the headers `X-Slack-Signature` and `X-Slack-Request-Timestamp`. */
export const slackScheme = ({ header }: WebhookMessage): SignedContent => {
  const seconds = header('x-slack-request-timestamp');
  const signatures = tagged(header('x-slack-signature'), 'v0=');
  return { signatures, prefix: `v0:${seconds}:`, timestamp: milliseconds(seconds) };
};
