import { createHmac } from 'node:crypto';
import { type MiddlewareContext, Plugin, type Send } from '../../lib/index.js';

/** What is signed: the request as it goes out, and when. */
export const signatureOf = (secret: string, ...parts: readonly string[]): string =>
  createHmac('sha256', secret).update(parts.join('\n')).digest('hex');

/** Signs each request as it goes out, after everybody else had a hand in it. */
export class RequestSigner extends Plugin {
  readonly #secret: string;
  #sent = 0;

  constructor(secret: string) {
    super();
    this.#secret = secret;
  }

  override exchange(_ctx: MiddlewareContext, url: string, init: RequestInit, send: Send): Promise<Response> {
    this.#sent += 1;
    const headers = new Headers(init.headers);
    const { method = 'GET', body } = init;
    const text = typeof body === 'string' ? body : '';
    const { pathname } = new URL(url);
    headers.set('x-nonce', String(this.#sent));
    headers.set('x-signature', signatureOf(this.#secret, method, pathname, text, String(this.#sent)));
    return send(url, { ...init, headers });
  }
}
