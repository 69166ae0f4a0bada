import { reader } from 'homing/stream';
import { createApi, defineRequest, type OpenBody, Request, type ResponseReader, type Result } from 'homing';
import { expectError, expectType } from 'tsd';

interface Line {
  text: string;
}

declare const lines: ResponseReader<AsyncIterable<Line>>;
declare const linesOrName: ResponseReader<AsyncIterable<Line>> | undefined;

class Count {
  readonly headers = { accept: 'text/plain' };
  async open(body: OpenBody): Promise<number> {
    const text = await body.response.text();
    body.end();
    return text.length;
  }
}

const api = createApi({
  baseUrl: '',
  requests: {
    lines: defineRequest()({ method: 'GET', path: '/', responseType: lines }),
    ofParams: defineRequest<unknown, { from: number }>()({
      method: 'GET',
      path: '/:id',
      responseType: lines,
    }),
    byClass: defineRequest()({ method: 'GET', path: '/', responseType: reader(new Count()) }),
    inline: defineRequest()({
      method: 'GET',
      path: '/',
      responseType: reader({ open: ({ response }) => response.status }),
    }),
    maybe: defineRequest()({ method: 'GET', path: '/', responseType: linesOrName }),
    written: defineRequest<AsyncIterable<Line>>()({ method: 'GET', path: '/', responseType: lines }),
    wider: defineRequest<AsyncIterable<{ text: string | null }>>()({
      method: 'GET',
      path: '/',
      responseType: lines,
    }),
    ofClass: new Request<Record<string, never>, number>({
      method: 'GET',
      path: '/',
      responseType: reader(new Count()),
    }),
  },
});

// Without a written response type, the data is what the reader opens.
expectType<Promise<Result<AsyncIterable<Line>>>>(api.lines());
expectType<Promise<Result<AsyncIterable<Line>>>>(api.ofParams({ id: 1, from: 2 }));
expectType<Promise<Result<number>>>(api.byClass());
expectType<Promise<Result<number>>>(api.inline());
expectType<Promise<Result<AsyncIterable<Line>>>>(api.maybe());

// A written one wins, where the reader gives it.
expectType<Promise<Result<AsyncIterable<Line>>>>(api.written());
expectType<Promise<Result<AsyncIterable<{ text: string | null }>>>>(api.wider());
expectType<Promise<Result<number>>>(api.ofClass());
expectError(defineRequest<string>()({ method: 'GET', path: '/', responseType: lines }));
expectError(defineRequest<number>()({ method: 'GET', path: '/', responseType: reader({ open: () => 'a' }) }));

// One that reader() has not made keeps no body.
expectError(defineRequest()({ method: 'GET', path: '/', responseType: { open: () => 'a' } }));

// What has no `open` is none.
expectError(defineRequest()({ method: 'GET', path: '/', responseType: {} }));
expectError(defineRequest()({ method: 'GET', path: '/', responseType: 'lines' }));
