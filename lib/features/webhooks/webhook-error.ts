import type { StandardIssue } from '../../core/internal.js';

/**
 * Why a webhook was rejected.
 *
 * - `'missing-header'`: the request lacks a header of the scheme.
 * - `'bad-timestamp'`: the timestamp isn't a whole number of seconds.
 * - `'too-old'`, `'too-new'`: the timestamp is further away than `tolerance`.
 * - `'signature'`: no signature matches. The body was changed, the secret is another one, or the sender is.
 * - `'event'`: the signature matches, but the payload isn't JSON or the schema rejected it.
 * - `'payload'`: your code passed something else than the raw body.
 * - `'secret'`: a secret is missing, empty or has another format.
 * - `'input'`: an option or the headers are invalid, or your own function threw.
 * - `'unsupported'`: the runtime lacks WebCrypto, or Ed25519 in it.
 */
export type WebhookErrorReason =
  | 'missing-header'
  | 'bad-timestamp'
  | 'too-old'
  | 'too-new'
  | 'signature'
  | 'event'
  | 'payload'
  | 'secret'
  | 'input'
  | 'unsupported';

/** Options of `new WebhookError()`. */
export interface WebhookErrorOptions extends ErrorOptions {
  /** The problems that a schema found. Default: none. Not checked. */
  readonly issues?: readonly StandardIssue[] | undefined;
}

/**
 * Why `verifyWebhook` rejected a webhook. The message contains no secret, no header value and nothing from the payload
 * but the path of the first problem that a schema found.
 */
export class WebhookError extends Error {
  /** Why the webhook was rejected. Your code can compare it. */
  readonly reason: WebhookErrorReason;
  // Private, because programs that print an error print its fields, and issues can contain values.
  readonly #issues: readonly StandardIssue[] | undefined;

  /**
   * @param reason Why the webhook was rejected. A scheme function can throw any of the reasons.
   * @param message The text for logs. Not checked.
   * @param options `cause`: what your own function threw. `issues`: the problems that a schema found.
   */
  constructor(reason: WebhookErrorReason, message: string, options?: WebhookErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.#issues = options?.issues;
  }

  /** The error's name, always `'WebhookError'`. */
  override get name(): 'WebhookError' {
    return 'WebhookError';
  }

  /** The problems that the schema found, as the validator returns them, including values; undefined without any. */
  get issues(): readonly StandardIssue[] | undefined {
    return this.#issues;
  }
}
