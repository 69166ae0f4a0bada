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

/** The fetch functions that send headers: the fetch of the platform, and `nodeFetch`. */
const FETCHES: [string, ApiConfig['fetch']][] = [
  ['fetch', undefined],
  ['nodeFetch', ownFetch()],
];

let fetch: ApiConfig['fetch'];

/** A client of a server that records every byte. */
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
  [
    'in headers that a middleware replaces',
    (headers) => edited((request) => Object.assign(request, { headers })),
  ],
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

describe.each(FETCHES)('with %s', (_name, sending) => {
  beforeEach(() => {
    fetch = sending;
  });

  describe.each(places)('trap 8: a header %s', (_place, send) => {
    it.each(VALUES)('is rejected with the value %j, and nothing is sent', async (value) => {
      const { error } = await send({ 'x-token': value });
      expect(['network', 'middleware']).toContain(error?.kind);
      expect(error?.message).not.toContain(value);
      expect(server.received).toEqual([]);
    });

    it.each(NAMES)('is rejected with the name %j, and nothing is sent', async (name) => {
      const { error } = await send({ [name]: 'v' });
      expect(['network', 'middleware']).toContain(error?.kind);
      expect(server.received).toEqual([]);
    });

    it.each(['constructor', 'toString', 'hasOwnProperty'])('can be called %s', async (name) => {
      const { error } = await send(JSON.parse(`{"${name}":"own"}`) as Headers);
      expect(error).toBeNull();
      expect(server.received[0]!.toLowerCase()).toContain(`\r\n${name.toLowerCase()}: own\r\n`);
    });
  });

  describe.each(places)('a header called __proto__ %s', (_place, send) => {
    it("doesn't change other headers", async () => {
      const { error } = await send(JSON.parse('{"__proto__":"own","x-other":"1"}') as Headers);
      expect(error).toBeNull();
      expect(({} as Untyped)['x-other']).toBeUndefined();
    });
  });

  describe('trap 8: line breaks outside of headers', () => {
    const linesOf = (): string[] => server.received.join('').split(/\r\n|\r|\n/);

    it.each(['GET', 'POST'])('are rejected in a method %s', async (method) => {
      const { error } = await clientOf(
        {},
        { method: `${method} / HTTP/1.1\r\n${EVIL}` as HttpMethod },
      ).send();
      expect(error?.kind).toBe('network');
      expect(server.received).toEqual([]);
    });

    it('are escaped in a param', async () => {
      await clientOf().get({ id: `a\r\n${EVIL}`, q: `b\r\n${EVIL}`, [`c\r\n${EVIL}`]: 'd' });
      expect(linesOf()).not.toContain(EVIL);
      expect(server.received).toHaveLength(1);
    });

    it('are escaped in the name and the file name of a form part', async () => {
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

    it('are rejected in a Content-Type from a body strategy', async () => {
      const strategy = { accepts: () => true, encode: () => ({ body: 'x', contentType: `a/b\r\n${EVIL}` }) };
      const { error } = await clientOf({ bodyStrategies: [strategy] }).send({ a: 1 });
      expect(error?.kind).toBe('network');
      expect(server.received).toEqual([]);
    });
  });

  describe('trap 36: Content-Length', () => {
    it('is sent once or rejected when it is given in two spellings', async () => {
      await clientOf().send({ a: 1 }, { headers: { 'content-length': '7', 'Content-Length': '7' } });
      expect(server.received.join('').split(/content-length/i).length).toBeLessThanOrEqual(2);
    });

    it('is rejected together with Transfer-Encoding', async () => {
      const { error } = await clientOf().send({ a: 1 }, { headers: { 'Transfer-Encoding': 'chunked' } });
      expect(error?.kind).toBe('network');
      expect(server.received.join('')).not.toContain('chunked');
    });
  });

  describe('trap 34: undefined', () => {
    it('is not sent as a header of any level, or as a query value', async () => {
      const none = { 'x-none': undefined, 'x-null': null };
      const api = withHeaders(clientOf({ headers: none }), none);
      await api.get({ id: 1, q: undefined, r: null, s: [undefined] }, { headers: none });
      expect(server.received.join('')).not.toMatch(/x-n|undefined|null|\?/);
    });
  });
});
