import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiError,
  type Middleware,
  type MiddlewareContext,
  type StandardSchemaV1,
  createApi,
  defineRequest,
} from '../../lib/index.js';
import { reader } from '../../lib/entries/stream.js';
import { hostileValues } from '../support/hostile-values.js';
import { BASE, callOnce, type CallOnceOptions } from '../support/client.js';
import { printed } from '../support/printed.js';
import { refusal } from '../support/refusal.js';

afterEach(() => void vi.restoreAllMocks());

/** Each secret is in one part of a call, so that a leak shows its origin. */
const SECRETS = {
  user: 'us3r-name',
  password: 'pa55-word',
  fixed: 'f1xed-query',
  path: 'p4th-param',
  query: 'qu3ry value',
  header: 'h34der-token',
  cookie: 'c00kie-value',
  own: 'm1ddleware-token',
  param: 'b0dy-param',
  received: 'r3ceived-body',
};

const all = Object.values(SECRETS);
const everything = all.join(' and ');

/** The secrets in a GET. */
const given = all.filter((secret) => secret !== SECRETS.param && secret !== SECRETS.received);

const edits =
  (edit: (request: MiddlewareContext['request']) => unknown): Middleware =>
  (ctx, next) => {
    edit(ctx.request);
    return next();
  };

/** A GET with these secrets. */
const asked: CallOnceOptions = {
  baseUrl: `https://${SECRETS.user}:${SECRETS.password}@api.example.com/v1?key=${SECRETS.fixed}`,
  path: '/users/:id',
  params: { id: SECRETS.path, q: SECRETS.query, n: 1 },
  options: {
    headers: { Authorization: `Bearer ${SECRETS.header}`, Cookie: `session=${SECRETS.cookie}; a=b` },
  },
  middleware: [edits(({ headers }) => headers.set('x-own', SECRETS.own))],
  client: { log: { redact: ['key', 'q'] } },
};

const posted: CallOnceOptions = {
  ...asked,
  method: 'POST',
  params: { id: SECRETS.path, deep: [{ a: SECRETS.param, q: SECRETS.query }] },
};

/** Everything that a log can get from an error. */
const tellings = (error: ApiError, lines: readonly unknown[][]): string =>
  [
    error.message,
    String(error),
    error.stack,
    JSON.stringify(error),
    ...lines.flat().map(String).slice(1),
  ].join('\n');

const leaked = (told: string): string[] =>
  all.filter((secret) => told.toLowerCase().includes(secret) || told.includes(encodeURIComponent(secret)));

const throws = (thrown: unknown) => (): never => {
  throw thrown;
};

const rejecting = (make: () => unknown) => (): Promise<Response> => Promise.reject(make());

const json = (text: string, status = 200): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'application/json', 'x-answer': SECRETS.received },
  });

const broken = (): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(`{"a":"${SECRETS.received}`));
        controller.error(
          Object.assign(new TypeError(`terminated ${everything}`), { code: 'UND_ERR_SOCKET' }),
        );
      },
    }),
  );

const schemaOf = (validate: (value: unknown) => unknown): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'x', validate: validate as never },
});

const issues = [{ message: `Got "${SECRETS.received}"`, path: ['a', 0] }];

const throwing = (thrown: () => unknown): Middleware => rejecting(thrown) as never;

const inUrl = `https://x.test/?q=${encodeURIComponent(SECRETS.query)}&k=${SECRETS.fixed}`;

/** Errors of fetch that quote secrets. */
const thrownByFetch: [string, unknown][] = [
  ['an error of fetch that quotes everything', new TypeError(everything)],
  [
    'an error of fetch with a secret in each cause',
    given.reduce<Error>((cause, secret) => new Error(`no: ${secret}`, { cause }), new Error('x')),
  ],
  ['an error of fetch that quotes the URL', new TypeError(`Failed to parse URL from ${inUrl}`)],
  ['an error of fetch that quotes secrets as JSON', new Error(JSON.stringify({ all }))],
  ['an error of fetch that quotes secrets percent-encoded', new Error(all.map(encodeURIComponent).join())],
  ['an error of fetch that quotes secrets far behind', new Error(`${'x '.repeat(90)}${everything}`)],
  [
    'an error of fetch for several addresses',
    new AggregateError(given.map((secret) => new Error(`no: ${secret}`))),
  ],
  ['a thrown string', everything],
];

const failures: [string, CallOnceOptions, ApiError['kind']][] = [
  ['a status', { answer: () => json('{}', 500) }, 'http'],
  ...thrownByFetch.map(([what, thrown]): [string, CallOnceOptions, ApiError['kind']] => [
    what,
    { answer: rejecting(() => thrown) },
    'network',
  ]),
  ['plain text instead of JSON', { answer: () => new Response(everything) }, 'parse'],
  ['broken JSON', { answer: () => json(`{"a": ${SECRETS.received}}`) }, 'parse'],
  [
    'a content type',
    { answer: () => new Response('x', { headers: { 'content-type': `x/y; a=${SECRETS.received}` } }) },
    'parse',
  ],
  ['an empty body', { answer: () => json('') }, 'parse'],
  ['a body that broke off', { answer: broken }, 'network'],
  ['a body that is not a form', { answer: () => json(SECRETS.received), responseType: 'formData' }, 'parse'],
  ['a schema', { answer: () => json('1'), schema: schemaOf(() => ({ issues })) }, 'parse'],
  [
    'a schema that throws',
    {
      answer: () => json('1'),
      schema: schemaOf(throws(new TypeError(everything))),
    },
    'parse',
  ],
  [
    'a reader that throws',
    {
      answer: () => json('1'),
      responseType: reader({ open: throws(new SyntaxError(everything)) }),
    },
    'parse',
  ],
  [
    'a middleware that parses',
    {
      middleware: [
        throwing(() => new SyntaxError(`Unexpected token 'r', "${SECRETS.received}" is not valid JSON`)),
      ],
    },
    'middleware',
  ],
  [
    'a header that a middleware sets',
    { middleware: [edits(({ headers }) => headers.set('x', `${SECRETS.own}\nx`))] },
    'middleware',
  ],
  [
    'headers that a middleware replaces',
    {
      middleware: [edits((request) => Object.assign(request, { headers: { x: `${SECRETS.own}\n` } }))],
      answer: rejecting(() => new TypeError(`bad value: ${SECRETS.own}`)),
    },
    'network',
  ],
  [
    'a middleware that returns no Result',
    { middleware: [() => Promise.resolve(everything as never)] },
    'middleware',
  ],
  [
    'an error that a middleware makes',
    {
      middleware: [
        () => Promise.resolve({ error: { kind: 'network', cause: new Error(everything) } } as never),
      ],
    },
    'network',
  ],
  ['a deadline', { answer: () => new Promise(() => {}), timeout: 1 }, 'timeout'],
  ['an abort', { options: { ...asked.options, signal: AbortSignal.abort(new Error(everything)) } }, 'abort'],
  ['an invalid param', { params: { q: { toString: () => everything } } }, 'network'],
  ['an invalid fetch', { client: { fetch: everything as never } }, 'network'],
  ['an invalid Response', { answer: () => ({ everything }) as never }, 'network'],
];

describe('the text of an error (rules.md#what-a-message-says)', () => {
  it.each(failures)('contains no secret of the call or the response for %s', async (_what, failing, kind) => {
    const client = { ...asked.client, ...failing.client };
    for (const base of failing.params ? [asked] : [asked, posted]) {
      const lines = printed();
      const { error } = (await callOnce({ ...base, ...failing, client })).result;
      expect(error?.kind).toBe(kind);
      expect(leaked(tellings(error!, lines))).toEqual([]);
      vi.restoreAllMocks();
    }
  });

  it('contains no secret of a body that encodes itself, or of Basic authentication', async () => {
    const secret = 'hunter22pass';
    const bodies: (() => unknown)[] = [
      () => ({ pw: { toJSON: () => secret } }),
      () => ({ list: [{ pw: Object(secret) as object }] }),
      () => new URLSearchParams({ pw: secret }),
    ];
    for (const make of bodies) {
      const lines = printed();
      const fetch = () => Promise.reject(new Error(`proxy refused: ${secret}`));
      const save = defineRequest<unknown, Record<string, unknown>>()({ method: 'POST', path: '/save' });
      const api = createApi({ baseUrl: BASE, fetch, log: true, requests: { save } });
      const { error } = await api.save(make() as never);
      expect(error!.message + JSON.stringify(error) + JSON.stringify(lines)).not.toContain(secret);
      const basic = { headers: { authorization: `Basic ${btoa(`bob:${secret}`)}` } };
      const signed = await api.save({}, basic);
      expect(signed.error!.message + JSON.stringify(signed.error)).not.toContain(secret);
    }
  });

  it('contains the code of a cause', async () => {
    printed();
    const refused = Object.assign(new Error(`connect ${SECRETS.query}`), { code: 'ECONNREFUSED' });
    const { error } = (await callOnce({ ...asked, answer: rejecting(() => refused) })).result;
    expect(error?.message).toBe('GET /users/:id got no response: ECONNREFUSED');
    expect(error?.toJSON()['cause']).toEqual([{ name: 'Error', code: 'ECONNREFUSED' }]);
  });
});

describe('an error for a hostile thrown value', () => {
  it.each(hostileValues)('can be logged: %s', async (_what, make) => {
    const lines = printed();
    for (const failing of [
      { answer: rejecting(make) },
      { middleware: [throwing(make)] },
    ] as CallOnceOptions[]) {
      const { error } = (await callOnce({ ...asked, ...failing })).result;
      expect(error?.message.length).toBeLessThan(500);
      expect(JSON.stringify(error).length).toBeLessThan(2000);
      expect([error?.message, ...lines.flat()].join()).not.toMatch(/\p{Cc}/u);
    }
  });
});

describe('the message for invalid params', () => {
  it.each<[string, CallOnceOptions, unknown]>([
    ['a path param that is an object', { path: '/:id' }, { id: { key: SECRETS.param } }],
    ['a path param without a UTF-8 form', { path: '/:id' }, { id: `${SECRETS.param}\uD800` }],
    ['a path param that begins with a dot', { path: '/:id' }, { id: `.${SECRETS.param}\uD800` }],
    ['a query param', {}, { q: { key: SECRETS.param } }],
    ['an element of a query param', {}, { q: [{ key: SECRETS.param }] }],
    [
      'a param whose constructor is a string',
      {},
      JSON.parse(`{"q":{"constructor":{"name":"${SECRETS.param}"}}}`),
    ],
    ['a Map as body', { method: 'POST' }, new Map([[{ key: SECRETS.param }, SECRETS.param]])],
    ['a Set as body', { method: 'POST' }, new Set([SECRETS.param])],
    ['a string for a path with params', { path: '/:id', method: 'POST' }, SECRETS.param],
  ])('contains no value for %s', async (_what, asked, params) => {
    const { message, body } = refusal(await callOnce({ ...asked, params }));
    expect(message + body.message).not.toContain(SECRETS.param);
  });
});

describe('input that contains line breaks', () => {
  const forged = 'x\n[homing] ← deleteAll OK\u001b[2J';

  it("doesn't forge a log line as the name of a query param", async () => {
    const { message } = refusal(await callOnce({ params: { [forged]: {} } }));
    expect(message).not.toMatch(/\p{Cc}/u);
  });

  it("doesn't forge a log line as the name of a class", async () => {
    const params = { q: { constructor: { name: forged } } };
    expect(refusal(await callOnce({ params })).message).toContain('"q" is an Object');
  });

  it('is sent unchanged as a body that names its class', async () => {
    const body = { constructor: { name: { toString: null } } };
    expect((await callOnce({ method: 'POST', params: body })).body).toBe(JSON.stringify(body));
  });
});
