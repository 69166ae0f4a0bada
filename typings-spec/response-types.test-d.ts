import { createApi, defineRequest, type ResponseType, type Result } from 'homing';
import { expectError, expectType } from 'tsd';

interface User {
  id: number;
}

declare const ignoreContentType: ResponseType;

const api = createApi({
  baseUrl: '',
  requests: {
    byDefault: defineRequest()({ method: 'GET', path: '/' }),
    json: defineRequest()({ method: 'GET', path: '/', responseType: 'json' }),
    text: defineRequest()({ method: 'GET', path: '/', responseType: 'text' }),
    blob: defineRequest()({ method: 'GET', path: '/', responseType: 'blob' }),
    arrayBuffer: defineRequest()({ method: 'GET', path: '/', responseType: 'arrayBuffer' }),
    formData: defineRequest()({ method: 'GET', path: '/', responseType: 'formData' }),
    none: defineRequest()({ method: 'GET', path: '/', responseType: 'none' }),
    optional: defineRequest()({ method: 'PUT', path: '/', responseType: 'optionalJson' }),
    writtenOptional: defineRequest<User | undefined>()({
      method: 'PUT',
      path: '/',
      responseType: 'optionalJson',
    }),
    leftOut: defineRequest()({ method: 'GET', path: '/', responseType: undefined }),
    unknown: defineRequest<unknown, { id: number }>()({ method: 'GET', path: '/', responseType: 'text' }),
    written: defineRequest<'a' | 'b'>()({ method: 'GET', path: '/', responseType: 'text' }),
    writtenNone: defineRequest<undefined>()({ method: 'DELETE', path: '/', responseType: 'none' }),
  },
});

// Without a written response type, the data is what the body is read as.
expectType<Promise<Result<unknown>>>(api.byDefault());
expectType<Promise<Result<unknown>>>(api.json());
expectType<Promise<Result<string>>>(api.text());
expectType<Promise<Result<Blob>>>(api.blob());
expectType<Promise<Result<ArrayBuffer>>>(api.arrayBuffer());
expectType<Promise<Result<FormData>>>(api.formData());
expectType<Promise<Result<undefined>>>(api.none());
expectType<Promise<Result<unknown>>>(api.leftOut());

// `'optionalJson'` gives the written type, which has undefined in it.
expectType<Promise<Result<unknown>>>(api.optional());
expectType<Promise<Result<User | undefined>>>(api.writtenOptional());
expectError(defineRequest<User>()({ method: 'PUT', path: '/', responseType: 'optionalJson' }));
defineRequest<User>()({
  method: 'PUT',
  path: '/',
  responseType: 'optionalJson',
  __emptyBodyMismatch: null as never,
});

// A response type of unknown, to get at the second type argument, counts as none.
expectType<Promise<Result<string>>>(api.unknown({ id: 1 }));

// A written one wins.
expectType<Promise<Result<'a' | 'b'>>>(api.written());
expectType<Promise<Result<undefined>>>(api.writtenNone());

// `'none'` with a response type that excludes undefined is refused, by a missing property that says why.
expectError(defineRequest<User>()({ method: 'DELETE', path: '/', responseType: 'none' }));
expectError(defineRequest<null>()({ method: 'DELETE', path: '/', responseType: 'none' }));
expectError(defineRequest<never>()({ method: 'DELETE', path: '/', responseType: 'none' }));
defineRequest<User>()({
  method: 'DELETE',
  path: '/',
  responseType: 'none',
  __emptyBodyMismatch: null as never,
});

// One that includes undefined is fine, and so is `void`.
defineRequest<User | undefined>()({ method: 'DELETE', path: '/', responseType: 'none' });
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what a user may write
defineRequest<void>()({ method: 'DELETE', path: '/', responseType: 'none' });
defineRequest<unknown>()({ method: 'DELETE', path: '/', responseType: 'none' });

// So is one that is decided at run time.
defineRequest<User>()({ method: 'DELETE', path: '/', responseType: ignoreContentType });

// A response type that isn't one is refused.
expectError(defineRequest()({ method: 'GET', path: '/', responseType: 'xml' }));

// Data of a fixed type agree with the written type, or are refused by a missing property that says so.
expectError(defineRequest<User>()({ method: 'GET', path: '/', responseType: 'blob' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/', responseType: 'text' }));
expectError(defineRequest<User | undefined>()({ method: 'GET', path: '/', responseType: 'text' }));
expectError(defineRequest<string>()({ method: 'GET', path: '/', responseType: 'arrayBuffer' }));
expectError(defineRequest<Blob>()({ method: 'GET', path: '/', responseType: 'formData' }));
expectError(defineRequest<User, {}, { 404: User }>()({ method: 'GET', path: '/', responseType: 'blob' }));
defineRequest<User>()({
  method: 'GET',
  path: '/',
  responseType: 'blob' as 'blob' & { readonly __responseTypeGivesOther: never },
});
defineRequest<Blob>()({ method: 'GET', path: '/', responseType: 'blob' });
defineRequest<Blob | null>()({ method: 'GET', path: '/', responseType: 'blob' });
defineRequest<ArrayBuffer, { id: number }>()({ method: 'GET', path: '/', responseType: 'arrayBuffer' });
defineRequest<FormData>()({ method: 'GET', path: '/', responseType: 'formData' });
defineRequest<`v${string}`>()({ method: 'GET', path: '/', responseType: 'text' });
