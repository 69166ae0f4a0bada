// An authorization server whose refresh tokens are good for one use, as a second one ends the session, and a service that
// counts how often each call came. Both know the time at which each token expires.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that a token lives. */
export const LIFE = 1500;
/** A client counts the life of a token from when it asked, and the server from when it was asked: on a busy machine, so much later. */
const ON_THE_WAY = 250;

export class TokenServer {
  /** Of each user: the grants in their order, the refresh token that is good, and whether one was used twice. */
  users = new Map();
  /** How often each call was sent. */
  sendings = new Map();
  #granting = () => undefined;
  #files;
  #server = createServer((request, response) => void this.#answer(request, response));

  /** @param {Record<string, { type: string, text: string }>} [files] What it has beside that, by path: pages of its origin. */
  constructor(files = {}) {
    this.#files = files;
  }

  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  signIn(name) {
    this.users.set(name, { grants: [], good: `${name}.0`, reuses: 0 });
    return { token: `${name}.none`, expiresAt: 0, refreshToken: `${name}.0` };
  }

  /** The next grant, as it is made: nobody has heard of it yet. */
  nextGrant() {
    return new Promise((resolve) => void (this.#granting = resolve));
  }

  /** Grants that came before the token of the one before had expired. */
  early() {
    return [...this.users.values()].flatMap(({ grants }) =>
      grants.filter(({ at }, index) => at < (grants[index - 1]?.expiresAt ?? 0) - ON_THE_WAY),
    );
  }

  async #answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const file = this.#files[pathname];
    if (file) return void response.writeHead(200, { 'content-type': file.type }).end(file.text);
    const [status, body] =
      pathname === '/token'
        ? this.#grant(new URLSearchParams(await text(request)))
        : this.#serve(request.headers.authorization, searchParams);
    await pause(5);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #grant(form) {
    const given = form.get('refresh_token') ?? '';
    const [name] = given.split('.');
    const user = this.users.get(name);
    if (!user || given !== user.good) {
      if (user) Object.assign(user, { good: undefined, reuses: user.reuses + 1 });
      return [400, { error: 'invalid_grant' }];
    }
    const at = Date.now();
    user.grants.push({ at, expiresAt: at + LIFE });
    this.#granting();
    const number = user.grants.length;
    user.good = `${name}.${number}`;
    const token = { access_token: `${name}-token-${number}`, token_type: 'Bearer', expires_in: LIFE / 1000 };
    return [200, { ...token, refresh_token: user.good }];
  }

  #serve(authorization, searchParams) {
    const call = searchParams.get('call');
    this.sendings.set(call, (this.sendings.get(call) ?? 0) + 1);
    const [, name, number] = /^Bearer (\w+)-token-(\d+)$/.exec(authorization ?? '') ?? [];
    const grant = this.users.get(name)?.grants[number - 1];
    const isGood = grant !== undefined && Date.now() < grant.expiresAt;
    return isGood ? [200, name] : [401, null];
  }
}
