import { type MiddlewareContext, Plugin, type SendRequest } from '../../lib/index.js';

type Exchange = (
  send: SendRequest,
  url: string,
  init: RequestInit,
  ctx: MiddlewareContext,
) => Promise<Response>;

/** A plugin with this `wrapFetch`. */
export class Exchanging extends Plugin {
  /** The URLs of its requests. */
  readonly asked: string[] = [];
  readonly #does: Exchange;

  constructor(does: Exchange = (send, url, init) => send(url, init)) {
    super();
    this.#does = does;
  }

  override wrapFetch(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    this.asked.push(url);
    return this.#does(send, url, init, ctx);
  }
}

/** A plugin that adds a letter to the `x-path` header of each request in `wrapFetch`. */
export const marking = (letter: string): Exchanging =>
  new Exchanging((send, url, init) => {
    const headers = new Headers(init.headers);
    headers.set('x-path', `${headers.get('x-path') ?? ''}${letter}`);
    return send(url, { ...init, headers });
  });
