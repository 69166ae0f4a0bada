import { type BodyStrategy, createApi, defineRequest } from 'homing';

class Packed {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

const packed: BodyStrategy = {
  accepts: (value) => value instanceof Packed,
  encode: (value) => ({
    body: new Blob([String((value as Packed).bytes)]),
    contentType: 'application/x-packed',
  }),
};

class Csv implements BodyStrategy {
  accepts(value: unknown): boolean {
    return Array.isArray(value) && value.every((row) => Array.isArray(row));
  }

  encode(value: unknown) {
    return { body: (value as string[][]).map((row) => row.join()).join('\n'), contentType: 'text/csv' };
  }
}

const api = createApi({
  baseUrl: '',
  bodyStrategies: [packed, new Csv()],
  requests: {
    packed: defineRequest<string, Packed>()({ method: 'POST', path: '/packed' }),
    rows: defineRequest<string, string[][]>()({ method: 'POST', path: '/rows' }),
    form: defineRequest<string, FormData>()({ method: 'POST', path: '/form' }),
    search: defineRequest<string, URLSearchParams>()({ method: 'GET', path: '/search' }),
    upload: defineRequest<string, ReadableStream>()({ method: 'PUT', path: '/upload', responseType: 'text' }),
    purge: defineRequest<string, { ids: number[] }>()({ method: 'DELETE', path: '/items', bodyAs: 'body' }),
  },
});

export const ownClass = () => api.packed(new Packed(new Uint8Array(4)));

export const rows = () => api.rows([['a', 'b']]);

export const form = () => {
  const data = new FormData();
  data.append('file', new Blob(['text']), 'text.txt');
  return api.form(data);
};

export const searchParams = () => api.search(new URLSearchParams({ q: 'a' }));

export const stream = (source: ReadableStream) => api.upload(source);

export const bodyOfADelete = () => api.purge({ ids: [1, 2] });

export const bytes = () =>
  createApi({
    baseUrl: '',
    requests: {
      send: defineRequest<ArrayBuffer, Uint8Array>()({
        method: 'PUT',
        path: '/',
        responseType: 'arrayBuffer',
      }),
    },
  }).send(new Uint8Array(2));

export const refused = () => {
  // @ts-expect-error a strategy says what it accepts
  const half: BodyStrategy = { encode: () => ({ body: '', contentType: null }) };
  // @ts-expect-error a form is wanted
  void api.form({ name: 'a' });
  // @ts-expect-error a stream is wanted
  void api.upload('text');
  return half;
};
