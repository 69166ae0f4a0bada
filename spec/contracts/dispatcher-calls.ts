/** A fetch with a dispatcher, and its classes. */
export interface Sender {
  readonly send: (path: string, init?: object) => Promise<Response>;
  readonly requested: (path: string, init?: object) => Promise<Response>;
  readonly FormData: typeof FormData;
}

/** A name, and a function that uses a fetch. Its result must be the same for every fetch. */
export type DispatcherCall = readonly [name: string, run: (sender: Sender) => unknown];

const described = (error: unknown): unknown => {
  if (!(typeof error === 'object' && error !== null && 'message' in error)) return String(error);
  const { name, message, code, cause } = error as Error & { code?: unknown };
  // The wrapper that undici's fetch adds to the error of a dispatcher.
  if (message === 'Request was cancelled.') return described(cause);
  return {
    name,
    message,
    code: typeof code === 'string' ? code : null,
    cause: cause ? described(cause) : null,
  };
};

const settled = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (thrown) {
    return { thrown: described(thrown) };
  }
};

const PASSING: ReadonlySet<string> = new Set(['date', 'age']);

const shown = async (response: Response): Promise<object> => {
  const { status, statusText, type, redirected, url } = response;
  const headers = [...response.headers].map(([name, value]) => [name, PASSING.has(name) ? '' : value]);
  return { status, statusText, type, redirected, url, headers, body: await settled(response.text()) };
};

const gets = (path: string, init?: object): DispatcherCall => [
  `GET ${path}${init ? ` with ${Object.keys(init).join(', ')}` : ''}`,
  ({ send }) => settled(send(path, init).then(shown)),
];

const sends = (what: string, init: (sender: Sender) => object, path = '/echo'): DispatcherCall => [
  `POST ${path} with ${what}`,
  (sender) => settled(sender.send(path, { method: 'POST', ...init(sender) }).then(shown)),
];

const streamed = (): ReadableStream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('one '));
      controller.enqueue(new TextEncoder().encode('two'));
      controller.close();
    },
  });

const form = ({ FormData: Form }: Sender): object => {
  const body = new Form();
  body.append('name', 'value');
  body.append('other', 'line\nline');
  return { body };
};

/** The calls for every kind of dispatcher. */
export const dispatcherCalls: readonly DispatcherCall[] = [
  gets('/text'),
  gets('/echo?q=1', { headers: { 'X-Key': 'kept', authorization: 'Bearer secret' } }),
  gets('/gzip'),
  gets('/large'),
  gets('/status'),
  gets('/second'),
  gets('/cut'),
  gets('/resumed'),
  gets('/moved'),
  gets('/moved', { redirect: 'manual' }),
  gets('/moved', { redirect: 'error' }),
  sends('a string', () => ({ body: 'é', headers: { 'Content-Type': 'text/css' } })),
  sends('bytes', () => ({ body: new TextEncoder().encode('bytes') })),
  sends('a form', form),
  sends('a stream', () => ({ body: streamed(), duplex: 'half' })),
  sends('a string', () => ({ body: 'again' }), '/kept'),
  sends('a string', () => ({ body: 'not again' }), '/moved'),
  ['HEAD /text', ({ send }) => settled(send('/text', { method: 'HEAD' }).then(shown))],
  [
    'a Request with a body',
    ({ requested }) =>
      settled(requested('/echo', { method: 'PUT', body: 'own', headers: { 'X-Own': 'kept' } }).then(shown)),
  ],
  [
    'the same GET twice',
    async ({ send }) => [
      await settled(send('/fresh').then(shown)),
      await settled(send('/fresh').then(shown)),
    ],
  ],
  [
    'the same GET twice at once',
    async ({ send }) => {
      const both = await Promise.all([send('/slow'), send('/slow')]);
      // Ignore its headers: undici 8 omits them on the request that waited for another.
      return Promise.all(both.map(async (response) => [response.status, await response.text()]));
    },
  ],
  [
    'an abort before the answer',
    ({ send }) => {
      const controller = new AbortController();
      const call = settled(send('/slow', { signal: controller.signal }));
      controller.abort(new Error('no longer wanted'));
      return call;
    },
  ],
  [
    'an abort in the body',
    async ({ send }) => {
      const controller = new AbortController();
      const response = await send('/begun', { signal: controller.signal });
      controller.abort();
      // Versions differ in the message, and in whether they keep a custom reason.
      return response.text().catch((thrown: unknown) => (thrown as Error).name);
    },
  ],
];
