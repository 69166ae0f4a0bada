import { Blob } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

export type Fetch = (url: string | Request, init?: RequestInit & { duplex?: 'half' }) => Promise<Response>;

/** A name, and a function that uses a fetch with the server. Its result must be the same for all fetches. */
export type FetchCase = readonly [name: string, run: (fetch: Fetch, at: (path: string) => string) => unknown];

/** The standardized parts of an error. */
const failure = (thrown: unknown): object => {
  const { name, message } = thrown as Error;
  return { name, message };
};

const settled = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (thrown) {
    return failure(thrown);
  }
};

const shown = async (response: Response): Promise<object> => {
  const { status, statusText, ok, type, redirected, bodyUsed } = response;
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  const path = new URL(response.url).pathname;
  const hasBody = response.body !== null;
  const body = await settled(response.text());
  return { status, statusText, ok, type, redirected, bodyUsed, headers, path, hasBody, body };
};

const get = (path: string, init?: RequestInit): FetchCase => [
  `${init?.method ?? 'GET'} ${path}${init ? ` with ${Object.keys(init).join(', ')}` : ''}`,
  async (fetch, at) => settled(fetch(at(path), init).then(shown)),
];

const sends = (what: string, body: () => unknown, init: object = {}): FetchCase => [
  `sends ${what}`,
  async (fetch, at) => {
    const given = { method: 'POST', body: body() as BodyInit, ...init };
    return settled(fetch(at('/echo'), given).then((response) => response.json()));
  },
];

const form = (): FormData => {
  const data = new FormData();
  data.append('name "quoted"\r\n', 'line\nline');
  data.append('file', new Blob(['content'], { type: 'text/css' }) as never, 'a"b.css');
  data.append('untyped', new Blob(['\u0000\u0001']) as never);
  return data;
};

const streamOf = (...chunks: unknown[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

const responses: readonly FetchCase[] = [
  get('/text'),
  ...[200, 201, 299, 300, 304, 400, 404, 418, 500, 599].map((status) => get(`/text?status=${status}`)),
  ...[204, 205].map((status) => get(`/status?code=${status}`)),
  get('/status?code=200&text=Everything%20fine'),
  get('/status?code=200&text=R%C3%A9ussi'),
  get('/status?code=407'),
  get('/headers'),
  get('/bytes'),
  get('/slices'),
  get('/large'),
  get('/nowhere'),
  get('/text', { method: 'HEAD' }),
  get('/encoded?as=gzip', { method: 'HEAD' }),
  ...'gzip deflate deflate-raw br unknown gzip&as=br deflate&as=gzip&as=gzip deflate-raw&as=gzip'
    .split(' ')
    .map((as) => get(`/encoded?as=${as}`)),
  get('/empty-encoded'),
  get('/encoded?as=gzip&broken'),
  get('/encoded?as=br&broken'),
  ...['gzip', 'deflate', 'br'].map((as) => get(`/cut-encoded?as=${as}`)),
  get('/unframed'),
  get('/reset'),
  get('/cut'),
];

const requests: readonly FetchCase[] = [
  get('/echo'),
  get('/echo?q=1&q=2#fragment'),
  get('/echo/../echo?q=é|"'),
  get('/echo', {
    headers: { 'x-one': '1', Accept: 'text/css', 'User-Agent': 'spec', 'accept-encoding': 'br' },
  }),
  get('/echo', { headers: [...Object.entries({ 'x-a': '1', 'X-A': '2' })] }),
  get('/echo', { headers: new Headers({ 'X-Key': ' padded ' }) }),
  get('/echo', { headers: { range: 'bytes=0-1' } }),
  get('/echo', { headers: { host: 'elsewhere.example' } }),
  ...'if-none-match If-Modified-Since if-unmodified-since If-Match if-range if-other'
    .split(' ')
    .flatMap((name) => [
      get('/echo', { headers: { [name]: '"x"' } }),
      get('/echo', { headers: { [name]: '"x"' }, cache: 'default' }),
      get('/echo', { headers: { [name]: '"x"' }, cache: 'force-cache' }),
      get('/echo', { headers: { [name]: '"x"', 'Cache-Control': 'max-age=1' } }),
    ]),
  get('/echo', { headers: [[1, 'x']] as never }),
  get('/echo', { integrity: 5 as never }),
  get('/echo', { integrity: {} as never }),
  get('/echo', { integrity: null as never }),
  get('/echo', { method: null as never }),
  get('/echo', { method: 5 as never }),
  get('/echo', { cache: 'no-store' }),
  get('/echo', { cache: 'reload' }),
  get('/echo', { cache: 'no-cache' }),
  get('/echo', { credentials: 'include', keepalive: true, referrer: '' }),
  ...['post', 'put', 'delete', 'patch', 'OPTIONS', 'QUERY', 'PROPFIND'].map((method) =>
    get('/echo', { method }),
  ),
  sends('a string', () => 'é€'),
  sends('an empty string', () => ''),
  sends('JSON with its type', () => '{"a":1}', { headers: { 'content-type': 'application/json' } }),
  sends('bytes', () => bytes('bytes')),
  sends('a part of a buffer', () => bytes('0123456789').subarray(2, 5)),
  sends('an ArrayBuffer', () => bytes('buffer').buffer),
  sends('search params', () => new URLSearchParams({ a: 'ä b', c: '1' })),
  sends('a Blob', () => new Blob(['blob'], { type: 'text/css' })),
  sends('a Blob without a type', () => new Blob(['blob'])),
  sends('a form', form),
  sends('a stream', () => streamOf(bytes('one'), bytes('two')), { duplex: 'half' }),
  sends('a stream of text', () => streamOf('é', '', '€'), { duplex: 'half' }),
  sends('a stream of text and bytes', () => streamOf('é', bytes('two'), new Uint16Array([0x6261])), {
    duplex: 'half',
  }),
  sends('a Node stream of text', () => Readable.from(['é', '€']), { duplex: 'half' }),
  sends('a Node stream of bytes', () => Readable.from([bytes('one'), bytes('two')]), { duplex: 'half' }),
  sends(
    'a generator of text and bytes',
    async function* () {
      yield 'é';
      yield bytes('two');
      yield await Promise.resolve(Buffer.from('three'));
    },
    { duplex: 'half' },
  ),
  sends('a number', () => 12),
  sends('an object', () => ({ toString: () => 'spelled' })),
  sends('a body with PUT', () => 'x', { method: 'PUT' }),
  sends('a body with DELETE', () => 'x', { method: 'DELETE' }),
];

const refusals: readonly FetchCase[] = [
  get('/echo', { method: 'TRACE' }),
  get('/echo', { method: 'a b' }),
  get('/echo', { body: 'x' }),
  get('/echo', { headers: { 'a b': '1' } }),
  get('/echo', { headers: { a: 'b\r\nc: d' } }),
  get('/echo', { headers: { a: '€' } }),
  get('/echo', { headers: { 'transfer-encoding': 'chunked' } }),
  get('/echo', { redirect: 'elsewhere' as RequestRedirect }),
  get('/echo', { cache: 'elsewhere' as RequestCache }),
  get('/echo', { mode: 'elsewhere' as RequestMode }),
  get('/echo', { mode: 'navigate' }),
  get('/echo', { mode: 'no-cors', method: 'PUT' }),
  get('/echo', { credentials: 'elsewhere' as RequestCredentials }),
  get('/echo', { referrerPolicy: 'elsewhere' as ReferrerPolicy }),
  get('/echo', { referrer: 'http://:' }),
  get('/echo', { window: 'elsewhere' as never }),
  get('/echo', { signal: {} as never }),
  get('/echo', { signal: 0 as never }),
  get('/echo', { method: {} as never }),
  get('/echo', { integrity: Symbol('x') as never }),
  get('/echo', { headers: 'x-a: 1' as never }),
  get('/echo', { headers: ['ab'] as never }),
  sends('no stream with keepalive', () => streamOf(bytes('x')), { duplex: 'half', keepalive: true }),
  sends('no Node stream with keepalive', () => Readable.from(['x']), { duplex: 'half', keepalive: true }),
  sends('a string with keepalive', () => 'x', { keepalive: true }),
  sends('no Symbol', () => Symbol('x')),
  get('/echo', { window: null }),
  get('/status?code=407', { window: null }),
  get('/echo', { cache: 'elsewhere' as RequestCache, signal: AbortSignal.abort() }),
  ['accepts null as options', (fetch, at) => settled(fetch(at('/text'), null as never).then(shown))],
  ['rejects invalid options', (fetch, at) => settled(fetch(at('/text'), 'GET' as never))],
  ['rejects null as a URL', (fetch) => settled(fetch(null as never))],
  ['has the name and the number of arguments of fetch', (fetch) => [fetch.name, fetch.length]],
  sends(
    'no stream that was already read',
    () => {
      const stream = streamOf(bytes('x'));
      void stream.getReader().cancel();
      return stream;
    },
    { duplex: 'half' },
  ),
  sends('no stream without duplex', () => streamOf(bytes('x'))),
  ...['full', '', null, Symbol('x')].flatMap((duplex) => [
    get('/echo', { duplex } as RequestInit),
    sends(`no string with duplex ${String(duplex)}`, () => 'x', { duplex }),
    sends(`no stream with duplex ${String(duplex)}`, () => streamOf(bytes('x')), { duplex }),
  ]),
  sends('a stream with a duplex that spells itself', () => streamOf(bytes('x')), {
    duplex: { toString: () => 'half' },
  }),
  ...[1, null, new ArrayBuffer(1), [1]].map((chunk) =>
    sends(`no stream of ${JSON.stringify(chunk)}`, () => streamOf(chunk), { duplex: 'half' }),
  ),
  sends('no body shorter than its content-length', () => 'abc', { headers: { 'content-length': '5' } }),
  ...['ftp://127.0.0.1/', 'unix:///run/api.sock', 'about:blank'].map((url): FetchCase => [
    `rejects ${url}`,
    (fetch) => settled(fetch(url)),
  ]),
  ['rejects a relative URL', (fetch) => settled(fetch('/relative'))],
  [
    'rejects a user name in the URL',
    (fetch, at) => settled(fetch(at('/echo').replace('//', '//me:secret@'))),
  ],
  ['rejects a blocked port', (fetch) => settled(fetch('http://127.0.0.1:6000/'))],
  ['fails if no server listens', (fetch) => settled(fetch('http://127.0.0.1:2/'))],
];

const redirects: readonly FetchCase[] = [
  ...[301, 302, 303, 307, 308].flatMap((code) =>
    ['GET', 'POST', 'PUT', 'HEAD'].map((method) =>
      get(`/redirect?code=${code}&to=/echo`, { method, ...(method[0] === 'P' ? { body: 'content' } : null) }),
    ),
  ),
  get('/redirect?code=300&to=/echo'),
  get('/redirect?code=302'),
  get('/redirect?to=/echo', { redirect: 'manual' }),
  get('/redirect?to=/echo', { redirect: 'error' }),
  get('/redirect?code=302', { redirect: 'error' }),
  get('/redirect?to=/echo?q=%C3%A9%E2%82%AC'),
  get('/redirect?to=gopher://x/'),
  get('/redirect?to=data:,x'),
  get('/redirect?to=blob:nodedata:1'),
  [
    'has the type cors when it comes from another origin',
    async (fetch, at) => {
      const elsewhere = at('/text').replace('127.0.0.1', 'localhost');
      const back = `${at('/redirect').replace('127.0.0.1', 'localhost')}?to=${encodeURIComponent(at('/headers'))}`;
      const answers = await Promise.all(
        [elsewhere, back].map((to) => fetch(at(`/redirect?to=${encodeURIComponent(to)}`))),
      );
      return answers.map(({ type, redirected, headers }) => [type, redirected, headers.getSetCookie()]);
    },
  ],
  get('/redirect?to=http://me:secret@127.0.0.1/'),
  get('/redirect?to=http://%5B'),
  [
    'names the problem with the port of a redirect once',
    async (fetch, at) => {
      const thrown = await fetch(at('/redirect?to=http://127.0.0.1:1/')).catch((error: unknown) => error);
      const { message, cause } = thrown as Error & { cause: Error };
      return [message, cause.message, cause.cause];
    },
  ],
  get('/loop?left=20'),
  get('/loop?left=21'),
  [
    'does not send a stream a second time',
    (fetch, at) => {
      const init = { method: 'POST', body: streamOf(bytes('x')), duplex: 'half' } as const;
      return settled(fetch(at('/redirect?code=307&to=/echo'), init));
    },
  ],
];

const hashOf = (algorithm: string, text: string): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

const LARGE = 'x'.repeat(3_000_000);

const checks: readonly FetchCase[] = [
  ['a correct hash', hashOf('sha256', LARGE)],
  ['two hashes, one of them correct', `${hashOf('sha512', 'y')} ${hashOf('sha512', LARGE)}`],
  ['a wrong hash', hashOf('sha384', 'y')],
  ['a correct hash next to a stronger wrong hash', `${hashOf('sha256', LARGE)} ${hashOf('sha512', 'y')}`],
  ['a correct hash next to a stronger invalid hash', `${hashOf('sha256', LARGE)} sha384-ä`],
  ['an unknown hash', 'md5-AAAA'],
].map(([what, integrity]) => [
  `checks ${what}`,
  (fetch, at) =>
    settled(
      fetch(at('/large'), { integrity: integrity! }).then(async (answer) => (await answer.text()).length),
    ),
]);

const locals: readonly FetchCase[] = [
  'data:text/plain;charset=utf-8,caf%C3%A9#fragment',
  'data:application/json;base64,eyJhIjoxfQ==',
  'DATA:,x',
  'data:broken',
].map((url) => [
  `reads ${url}`,
  (fetch) =>
    settled(
      fetch(url).then(async (answer) => [
        answer.status,
        answer.url,
        answer.type,
        [...answer.headers],
        await answer.text(),
      ]),
    ),
]);

/** Uses the response of a page. */
const of = (
  name: string,
  path: string,
  use: (response: Response, controller: AbortController) => unknown,
): FetchCase => [
  name,
  async (fetch, at) => {
    const controller = new AbortController();
    return use(await fetch(at(path), { signal: controller.signal }), controller);
  },
];

const causeOf = (
  path: string,
  of: (thrown: Error & { cause: Error & { code?: string } }) => unknown,
): FetchCase => [
  `gives the reason in the cause for ${path}`,
  (fetch, at) =>
    fetch(at(path))
      .then((response) => response.text())
      .catch(of),
];

const attempted = (work: () => unknown): Promise<unknown> => settled(Promise.resolve().then(work));

const reads: readonly FetchCase[] = [
  ...checks,
  ...locals,
  [
    'reads a blob: URL',
    async (fetch) => {
      const url = URL.createObjectURL(new Blob(['content'], { type: 'text/css' }) as never);
      const answer = await fetch(url);
      return [answer.headers.get('content-type'), await answer.text()];
    },
  ],
  of("has headers that can't be changed", '/text', ({ headers }) =>
    Promise.all(
      [
        () => headers.append('a', 'b'),
        () => headers.set('content-type', 'b'),
        () => headers.delete('content-type'),
      ].map(attempted),
    ),
  ),
  ...['/cut', '/encoded?as=gzip&broken', '/encoded?as=br&broken'].map((path) =>
    causeOf(path, ({ message, cause }) => [message, cause?.name, cause?.code]),
  ),
  of('is cloned with a reason phrase in Latin-1', '/status?code=200&text=R%C3%A9ussi', async (answer) => [
    answer.clone().statusText,
    await answer.text(),
  ]),
  of('reads as JSON', '/text', (answer) => answer.json()),
  of('reads broken JSON as a SyntaxError', '/large', (answer) => settled(answer.json())),
  of('reads as its own bytes', '/bytes', async (answer) => {
    const read = await answer.arrayBuffer();
    return [Object.prototype.toString.call(read), [...new Uint8Array(read)]];
  }),
  of('reads as a Blob with its type', '/text', async (answer) => {
    const blob = await answer.blob();
    return [blob.type, blob.size, await blob.text()];
  }),
  [
    'reads as a form',
    async (fetch, at) => {
      const response = await fetch(at('/echo?a=1'), { method: 'POST', body: 'x' });
      return settled(response.formData());
    },
  ],
  of('reads as a stream', '/large', async ({ body }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body as never as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return [Buffer.concat(chunks).length, chunks.every((chunk) => chunk instanceof Uint8Array)];
  }),
  of('can be read only once', '/text', async (answer) => {
    const used = [answer.bodyUsed];
    await answer.text();
    used.push(answer.bodyUsed);
    return [used, answer.body?.locked, await settled(answer.json()), await settled(answer.arrayBuffer())];
  }),
  of("can't be read while its stream is locked", '/text', async (answer) => {
    const reader = answer.body!.getReader();
    const locked = await settled(answer.text());
    await reader.read();
    return [locked, answer.bodyUsed, answer.body === answer.body];
  }),
  of('has a clone with its own body', '/redirect?to=/text', async (answer) => {
    const clone = answer.clone();
    const same = clone.status === answer.status && clone.url === answer.url && clone.redirected;
    return [same, clone instanceof Response, await clone.text(), await answer.text(), clone.bodyUsed];
  }),
  of("can't be cloned after it was read", '/text', async (answer) => {
    await answer.text();
    return attempted(() => answer.clone());
  }),
  of('can be read repeatedly without a body', '/status?code=204', async (answer) => [
    await answer.text(),
    answer.bodyUsed,
    await answer.text(),
    (await answer.blob()).size,
  ]),
  of('settles the closed promise of its stream when it breaks off', '/cut', ({ body }) =>
    settled(body!.getReader().closed),
  ),
  of('can be cancelled unread', '/headers-only', async (answer) => {
    await answer.body!.cancel();
    return [answer.bodyUsed, await settled(answer.text())];
  }),
  of('is an instance of Response', '/status?code=204', (answer) => [
    answer instanceof Response,
    Object.prototype.toString.call(answer),
  ]),
];

const READS = ['text', 'json', 'arrayBuffer', 'blob'] as const;

const aborts: readonly FetchCase[] = [
  [
    'is aborted before it begins',
    (fetch, at) => settled(fetch(at('/echo'), { signal: AbortSignal.abort() })),
  ],
  [
    'is aborted with the same reason object',
    async (fetch, at) => {
      const reason = { mine: true };
      const signal = AbortSignal.abort(reason);
      return fetch(at('/echo'), { signal }).catch((thrown: unknown) => thrown === reason);
    },
  ],
  [
    'is aborted before it is connected',
    async (fetch, at) => {
      const controller = new AbortController();
      const work = fetch(at('/silent'), { signal: controller.signal });
      controller.abort();
      return settled(work);
    },
  ],
  [
    'is aborted while it waits for the response',
    (fetch, at) => settled(fetch(at('/silent'), { signal: AbortSignal.timeout(30) })),
  ],
  of('is aborted while the body arrives', '/headers-only', async (answer, controller) => {
    const read = answer.text();
    controller.abort();
    return [await settled(read), answer.bodyUsed];
  }),
  of('is aborted before its body is read', '/headers-only', (answer, controller) => {
    controller.abort();
    return settled(answer.text());
  }),
  ...['/text', '/encoded?as=gzip', '/bytes'].map((path) =>
    of(
      `is aborted after its body arrived and before it is read: ${path}`,
      path,
      async (answer, controller) => {
        // Real time: no event says that the whole body came, as long as nothing reads it.
        await new Promise((resolve) => setTimeout(resolve, 50));
        controller.abort();
        return settled(answer.text());
      },
    ),
  ),
  of('is aborted while its complete stream is read', '/large', async ({ body }, controller) => {
    const reader = body!.getReader();
    await reader.read();
    controller.abort();
    return [await settled(reader.read()), await settled(reader.closed)];
  }),
  [
    'is aborted while a Request with a stalled body is sent',
    async (fetch, at) => {
      const body = new ReadableStream({ pull: () => new Promise(() => undefined) });
      const signal = AbortSignal.timeout(50);
      const init = { method: 'POST', body, duplex: 'half', signal } as RequestInit;
      return settled(fetch(new Request(at('/echo'), init)));
    },
  ],
  of('is aborted with its clone', '/headers-only', (answer, controller) => {
    const reads = [answer.clone(), answer].map((each) => settled(each.text()));
    controller.abort();
    return Promise.all(reads);
  }),
  ...READS.flatMap((read) => [
    of(
      `is aborted right after a read of its complete body starts: ${read}`,
      '/text',
      (answer, controller) => {
        const work = settled(answer[read]());
        controller.abort();
        return work;
      },
    ),
    of(
      `is rejected immediately if it was aborted before its body is read: ${read}`,
      '/headers-only',
      async (answer, controller) => {
        controller.abort();
        const work = answer[read]().catch(() => 'refused');
        return Promise.race([work, new Promise((resolve) => setImmediate(resolve, 'late'))]);
      },
    ),
  ]),
  of('is aborted after it settled, without effect', '/text', async (answer, controller) => {
    const text = await answer.text();
    controller.abort();
    return text.length;
  }),
];

/** The common behavior of all fetch functions. */
export const fetchContract: Readonly<Record<string, readonly FetchCase[]>> = {
  responses,
  requests,
  refusals,
  redirects,
  reads,
  aborts,
};
