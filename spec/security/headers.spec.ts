import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApiConfig,
  createApi,
  type HttpMethod,
  type Middleware,
  type MiddlewareContext,
  Request,
  type Result,
  withHeaders,
} from '../../lib/index.js';
import { ownFetch } from '../support/node-server.js';
import type { Untyped } from '../support/client.js';
import { type RawServer, startRawServer } from '../support/raw-server.js';

const EVIL = 'X-EVIL: YES';

let server: RawServer;

beforeEach(async () => {
  server = await startRawServer();
});
afterEach(() => server.close());

/** Those that put headers on a wire: the platform's own, and that of `homing/node`. */
const FETCHES: [string, ApiConfig['fetch']][] = [
  ['fetch', undefined],
  ['nodeFetch', ownFetch()],
];

let fetch: ApiConfig['fetch'];

/** A client at a server that shows every byte. */
const clientOf = (client: object = {}, endpoint: object = {}) =>
  createApi({
    baseUrl: server.url,
    fetch,
    ...client,
    requests: {
      send: new Request<Untyped, Untyped>({ method: 'POST', path: '/things', ...endpoint }),
      get: new Request<Untyped, Untyped>({ method: 'GET', path: '/things/:id' }),
    },
  });

type Headers = Record<string, string>;

const edited = (edit: (request: MiddlewareContext['request']) => unknown) => {
  const middleware: Middleware = (ctx, next) => {
    edit(ctx.request);
    return next();
  };
  return clientOf().send({}, { middleware: [middleware] });
};

const places: [string, (headers: Headers) => Promise<Result<unknown>>][] = [
  ['of a client', (headers) => clientOf({ headers }).send()],
  ['of an endpoint', (headers) => clientOf({}, { headers }).send()],
  ['of a call', (headers) => clientOf().send({}, { headers })],
  ['of a copy', (headers) => withHeaders(clientOf(), headers).send()],
  [
    'set by a middleware',
    (given) =>
      edited(({ headers }) => Object.entries(given).forEach(([name, value]) => headers.set(name, value))),
  ],
  ['put in place by a middleware', (headers) => edited((request) => Object.assign(request, { headers }))],
];

const VALUES = [
  `a\r\n${EVIL}`,
  `a\n${EVIL}`,
  `a\r${EVIL}`,
  `a\r\n\r\nGET /evil HTTP/1.1`,
  'a\0b',
  'Łukasz',
  '\u{1F600}',
  '\uD800',
  '\u010D\u010A',
];
const NAMES = ['a\r\nb', 'a b', 'a:', ':a', '', 'a\0', 'ä', '\u{1F600}', 'a\t', 'a(b)', 'a/b', '"a"'];

describe.each(FETCHES)('by %s', (_name, sending) => {
  beforeEach(() => {
    fetch = sending;
  });

  describe.each(places)('trap 8: a header %s', (_place, send) => {
    it.each(VALUES)('with the value %j is refused: nothing is sent', async (value) => {
      const { error } = await send({ 'x-token': value });
      expect(['network', 'middleware']).toContain(error?.kind);
      expect(error?.message).not.toContain(value);
      expect(server.received).toEqual([]);
    });

    it.each(NAMES)('with the name %j is refused: nothing is sent', async (name) => {
      const { error } = await send({ [name]: 'v' });
      expect(['network', 'middleware']).toContain(error?.kind);
      expect(server.received).toEqual([]);
    });

    it.each(['constructor', 'toString', 'hasOwnProperty'])('may be called %s', async (name) => {
      const { error } = await send(JSON.parse(`{"${name}":"own"}`) as Headers);
      expect(error).toBeNull();
      expect(server.received[0]!.toLowerCase()).toContain(`\r\n${name.toLowerCase()}: own\r\n`);
    });
  });

  describe.each(places)('a header called __proto__ %s', (_place, send) => {
    it('changes no other', async () => {
      const { error } = await send(JSON.parse('{"__proto__":"own","x-other":"1"}') as Headers);
      expect(error).toBeNull();
      expect(({} as Untyped)['x-other']).toBeUndefined();
    });
  });

  describe('trap 8: line ends elsewhere', () => {
    const linesOf = (): string[] => server.received.join('').split(/\r\n|\r|\n/);

    it.each(['GET', 'POST'])('of a method %s are refused', async (method) => {
      const { error } = await clientOf(
        {},
        { method: `${method} / HTTP/1.1\r\n${EVIL}` as HttpMethod },
      ).send();
      expect(error?.kind).toBe('network');
      expect(server.received).toEqual([]);
    });

    it('of a param are escaped', async () => {
      await clientOf().get({ id: `a\r\n${EVIL}`, q: `b\r\n${EVIL}`, [`c\r\n${EVIL}`]: 'd' });
      expect(linesOf()).not.toContain(EVIL);
      expect(server.received).toHaveLength(1);
    });

    it('of the name and the file name of a form part are escaped', async () => {
      const form = new FormData();
      form.append(
        `field"\r\n${EVIL}\r\n`,
        new Blob(['x'], { type: `text/plain\r\n${EVIL}` }),
        `a"\r\n${EVIL}\r\n.txt`,
      );
      await clientOf().send(form);
      expect(server.received.join('')).toContain('form-data');
      expect(linesOf().map((line) => line.toLowerCase())).not.toContain(EVIL.toLowerCase());
    });

    it('of a Content-Type that a body strategy gives are refused', async () => {
      const strategy = { accepts: () => true, encode: () => ({ body: 'x', contentType: `a/b\r\n${EVIL}` }) };
      const { error } = await clientOf({ bodyStrategies: [strategy] }).send({ a: 1 });
      expect(error?.kind).toBe('network');
      expect(server.received).toEqual([]);
    });
  });

  describe('trap 36: Content-Length', () => {
    it('given in two spellings is on the wire once, or refused', async () => {
      await clientOf().send({ a: 1 }, { headers: { 'content-length': '7', 'Content-Length': '7' } });
      expect(server.received.join('').split(/content-length/i).length).toBeLessThanOrEqual(2);
    });

    it('beside Transfer-Encoding is refused', async () => {
      const { error } = await clientOf().send({ a: 1 }, { headers: { 'Transfer-Encoding': 'chunked' } });
      expect(error?.kind).toBe('network');
      expect(server.received.join('')).not.toContain('chunked');
    });
  });

  describe('trap 34: undefined is no text', () => {
    it('as a header of any level, and as a query value', async () => {
      const none = { 'x-none': undefined, 'x-null': null };
      const api = withHeaders(clientOf({ headers: none }), none);
      await api.get({ id: 1, q: undefined, r: null, s: [undefined] }, { headers: none });
      expect(server.received.join('')).not.toMatch(/x-n|undefined|null|\?/);
    });
  });
});
