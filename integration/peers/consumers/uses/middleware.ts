import {
  createApi,
  defineRequest,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
} from 'homing';
import type { Result } from 'homing';
import { errorResult, successResult } from 'homing/testing';

const bearer =
  (token: () => Promise<string>): Middleware =>
  async (ctx, next) => {
    ctx.request.headers.set('Authorization', `Bearer ${await token()}`);
    return next();
  };

const timing: Middleware = async ({ request, requestName }, next) => {
  const start = Date.now();
  const result = await next();
  console.info(requestName, request.method, request.path, Date.now() - start);
  return result;
};

class Counter extends Plugin {
  count = 0;

  protected override onRequest(): void {
    this.count += 1;
  }

  protected override onResult(
    result: Result<unknown>,
    { request }: MiddlewareContext,
  ): Result<unknown> | undefined {
    return result.error && request.url.endsWith('/optional') ? successResult(null) : undefined;
  }
}

class Around extends Plugin {
  override readonly name = 'around';

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    ctx.request.url += '?traced=1';
    return next();
  }
}

const counter = new Counter();
const ping = defineRequest<string>()({ method: 'GET', path: '/ping', middleware: [timing, counter] });
const api = createApi({
  baseUrl: '',
  middleware: [bearer(async () => 'token'), new Around()],
  requests: { ping },
});

export const onThreeLevels = () => api.ping({}, { middleware: [timing], skipMiddleware: [counter, timing] });

export const ofItsOwn: Middleware = async () => errorResult(503, { retry: true });

export const again: Middleware = async (_ctx, next) => {
  const first = await next();
  return first.error?.status === 401 ? next() : first;
};

export const rescued: Middleware = (_ctx, next) => next().catch(() => successResult('stale'));

export const changedRequest: Middleware = (ctx, next) => {
  ctx.request.method = 'POST';
  ctx.request.body = JSON.stringify({ params: ctx.request.params });
  ctx.request.headers = new Headers({ 'content-type': 'application/json' });
  ctx.request.fetchOptions = { ...ctx.request.fetchOptions, redirect: 'error' };
  ctx.request.signal = new AbortController().signal;
  return next();
};

export const typedNext = async (next: MiddlewareNext<number>): Promise<number> => (await next()).data ?? 0;

export const refused = () => {
  // @ts-expect-error the path template is fixed
  const rename: Middleware = (ctx, next) => ((ctx.request.path = '/'), next());
  // @ts-expect-error a middleware gives a Result
  const nothing: Middleware = async () => undefined;
  // @ts-expect-error a Response is not a Result
  const response: Middleware = async () => new Response('');
  // @ts-expect-error a Plugin is abstract
  const plugin = new Plugin();
  // @ts-expect-error a middleware is a function or a Plugin
  createApi({ baseUrl: '', middleware: ['log'], requests: { ping } });
  return { rename, nothing, response, plugin };
};
