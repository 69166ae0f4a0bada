import { expectAssignable, expectError, expectType } from 'tsd';
import {
  type CallContext,
  type CopyOptions,
  createApi,
  createGraphQL,
  defineRequest,
  type CallInfo,
  Operation,
  withHeaders,
  withOptions,
} from '../dist/index.js';

declare module '../dist/index.js' {
  interface CallContext {
    tenant: string;
  }
}

const requests = {
  getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' }),
};
const api = createApi({ baseUrl: '', requests, context: { tenant: 'a' } });

// A copy is a client like the one that it was made of.
expectType<typeof api>(api.with({}));
expectType<typeof api>(api.with({ headers: { a: '1' } }).with({ timeout: 5 }));
expectType<typeof api>(withOptions(api, { signal: new AbortController().signal, dedupe: false }));
expectType<typeof api>(withHeaders(api, {}, { timeout: 5 }));

// Options that a copy has not.
expectError(api.with());
expectError(api.with({ dedupe: 0 }));
expectError(api.with({ skipMiddleware: [] }));
expectError(api.with({ timeout: '5s' }));
expectType<typeof api>(api.with({ attemptTimeout: 0 }));
expectError(api.with({ attemptTimeout: '5s' }));
expectError(api.withHeaders({}, { headers: {} }));

// What calls carry is the application's, at every level.
expectAssignable<CopyOptions>({ context: {} });
expectError(api.with({ context: { tenant: 5 } }));
expectError(api.with({ context: { tenat: 'a' } }));
expectError(api.getUser({ id: 1 }, { context: { tenant: 5 } }));
expectError(createApi({ baseUrl: '', requests, context: { tenant: 5 } }));
createApi({
  baseUrl: '',
  requests,
  log: { label: ({ context }) => context.tenant },
  onError: (_error, call) => {
    expectType<CallInfo>(call);
    expectType<string | undefined>(call.context.tenant);
  },
  middleware: [
    (ctx, next) => {
      expectType<Readonly<Partial<CallContext>>>(ctx.context);
      expectError((ctx.context.tenant = 'b'));
      return next();
    },
  ],
});
// One that hears of the error alone is fine.
createApi({ baseUrl: '', requests, onError: (error) => error.kind });

// An endpoint of that name hides the method.
const hidden = createApi({
  baseUrl: '',
  requests: { with: defineRequest<string>()({ method: 'GET', path: '/with' }) },
});
expectError(hidden.with({ headers: {} }, 5));
expectType<typeof hidden>(withOptions(hidden, {}));

const operation = new Operation<{ id: string }, { name: string }>({ operation: 'query { a }' });
const flat = createGraphQL({ endpoint: '', operations: { operation } });
expectType<typeof flat>(flat.with({ timeout: 5 }));
const sided = createGraphQL({ endpoint: '', queries: { operation } });
expectType<typeof sided>(sided.with({ timeout: 5 }));
