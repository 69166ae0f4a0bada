// An authorization server with single-use refresh tokens, where a second use ends the session, and a service that
// counts each call. Both check the expiry time of each token.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** The lifetime of a token, in milliseconds. */
export const LIFE = 1500;
/**
 * A client counts the lifetime from its request, the server from the arrival, which is this much later on a busy
 * machine.
 */
const ON_THE_WAY = 250;

export class TokenServer {
  /** For each user: the grants in order, the valid refresh token, and whether a token was used twice. */
  users = new Map();
  /** How often each call was sent. */
  sendings = new Map();
  #granting = () => undefined;
  #files;
  #server = createServer((request, response) => void this.#answer(request, response));

  /** @param {Record<string, { type: string, text: string }>} [files] More files by path: pages of this origin. */
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

  /** The next grant, before any client has received it. */
  nextGrant() {
    return new Promise((resolve) => void (this.#granting = resolve));
  }

  /** Grants that were requested before the previous token expired. */
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
