import {
  cacheMiddleware,
  CachePlugin,
  createApi,
  defineRequest,
  logMiddleware,
  LogPlugin,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareNext,
  type NextOptions,
  Plugin,
  type Result,
  retryMiddleware,
  RetryPlugin,
} from 'homing';
import * as entry from 'homing/middleware';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

const addToken: Middleware = async (ctx, next) => {
  expectType<MiddlewareContext>(ctx);
  expectType<MiddlewareNext>(next);
  ctx.request.headers.set('Authorization', 'token');
  ctx.request.url += '?a=1';
  ctx.request.signal = AbortSignal.timeout(1);
  ctx.request.fetchOptions.credentials = 'include';
  return next();
};

const inline = async (ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> => {
  expectType<string>(ctx.requestName);
  return next();
};

class Trace extends Plugin {
  protected override onRequest(ctx: MiddlewareContext): void {
    ctx.request.headers.set('traceparent', 'a');
  }

  protected override async onResult(result: Result<unknown>): Promise<Result<unknown>> {
    return result;
  }
}

const trace = new Trace();

// A middleware and a plugin are accepted wherever one of them is: on a client, an endpoint, a call, and to be skipped.
const list = defineRequest<string[]>()({ method: 'GET', path: '/', middleware: [addToken, inline, trace] });
const api = createApi({ baseUrl: '', requests: { list }, middleware: [addToken, inline, trace] });
void api.list(undefined, { middleware: [addToken, trace], skipMiddleware: [addToken, inline, trace] });

// So are those of the library, as functions and as classes.
const cache = cacheMiddleware({ ttl: 1 });
const builtIn = [
  retryMiddleware(2),
  retryMiddleware({ max: 2, delay: 'linear' }),
  cache,
  logMiddleware,
  new RetryPlugin(),
  new CachePlugin(),
  new LogPlugin(),
];
createApi({ baseUrl: '', requests: { list }, middleware: builtIn });
void api.list(undefined, { middleware: builtIn, skipMiddleware: builtIn });
cache.clear();

// A list may be read-only.
createApi({ baseUrl: '', requests: { list }, middleware: [addToken, trace] as const });

// Anything else is refused.
expectError(createApi({ baseUrl: '', requests: { list }, middleware: addToken }));
expectError(createApi({ baseUrl: '', requests: { list }, middleware: [Trace] }));
expectError(api.list(undefined, { middleware: ['addToken'] }));
expectError(api.list(undefined, { skipMiddleware: ['addToken'] }));

// A middleware has to give a Result.
expectError<Middleware>(async () => undefined);
expectError<Middleware>((_ctx: MiddlewareContext, next: MiddlewareNext) => void next());
expectError<Middleware>(async () => new Response());

// `MiddlewareNext` gives unknown data unless it is told.
expectType<Promise<Result<unknown>>>({} as ReturnType<MiddlewareNext>);
expectType<Promise<Result<string>>>({} as ReturnType<MiddlewareNext<string>>);

// One `next()` can have limits, which may be undefined. Anything else is rejected, also as the value of a promise.
export const limited: Middleware = async (ctx, next) => {
  expectType<Result<unknown>>(await next({ timeout: 1, signal: AbortSignal.timeout(1) }));
  expectType<Result<unknown>>(await next({ timeout: undefined, signal: ctx.request.signal }));
  expectType<NextOptions | undefined>({} as Parameters<MiddlewareNext>[0]);
  expectError(next({ timeout: '1' }));
  expectError(next({ signal: { aborted: false } }));
  expectError(next({ deadline: 1 }));
  expectError(next('token'));
  expectError(Promise.resolve(await next()).then(next));
  return Promise.resolve().then(() => next());
};

// The path and the params of a request are read-only.
export const meddle: Middleware = (ctx, next) => {
  expectError((ctx.request.path = '/other'));
  expectError((ctx.request.params = {}));
  return next();
};

// A plugin is subclassed, and its methods have the types of a middleware.
expectNotAssignable<new () => Plugin>(Plugin);
expectAssignable<(ctx: MiddlewareContext, next: MiddlewareNext) => Promise<Result<unknown>>>(trace.handle);

// Both entries give the same things.
expectType<typeof retryMiddleware>(entry.retryMiddleware);
expectAssignable<Plugin>(new entry.RetryPlugin());
