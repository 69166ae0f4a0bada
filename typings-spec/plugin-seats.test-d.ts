import {
  CachePlugin,
  type CopyOptions,
  createApi,
  defineRequest,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareEntry,
  type MiddlewareRequest,
  type CallNote,
  Plugin,
  RetryPlugin,
  type Result,
  type SendRequest,
  withHeaders,
} from 'homing';
import { retryDecision, decideRetry } from 'homing/retry';
import { expectAssignable, expectError, expectType } from 'tsd';

// What a middleware may touch, and nothing else: what the core keeps for itself is in no published type.
declare const context: keyof MiddlewareContext;
expectType<'request' | 'requestName' | 'context' | 'series' | 'once' | 'remaining' | 'onEnd'>(context);

declare const member: keyof MiddlewareRequest;
expectType<
  | 'method'
  | 'url'
  | 'headers'
  | 'fetchOptions'
  | 'body'
  | 'signal'
  | 'attemptTimeout'
  | 'idempotent'
  | 'bodyReusable'
  | 'streams'
  | 'path'
  | 'operation'
  | 'params'
  | 'responseType'
  | 'schema'
  | 'json'
  | 'fetch'
  | 'joined'
  | 'attempts'
  | 'hasJsonBody'
  | 'onInvalid'
  | 'getHeader'
  | 'setHeader'
  | 'headerRecord'
  | 'clone'
  | 'onSend'
  | 'pauseAttempt'
  | 'note'
>(member);

export const refused: Middleware = (ctx, next) => {
  expectError(ctx.prepare());
  expectError(ctx.settings);
  expectError(ctx.guard);
  expectError(ctx.retry);
  expectError(ctx.request.prepare);
  expectError(ctx.request.takeOver);
  expectError(ctx.request.sentHeaders);
  expectError(ctx.request.sentOptions);
  expectError(ctx.request.signalReplaced);
  expectError(ctx.request.cutoff);
  expectError(ctx.request.tellSending);
  expectError(ctx.request.definition);
  expectError((ctx.request.bodyReusable = true));
  expectError((ctx.request.streams = true));
  expectError((ctx.request.joined = true));
  return next();
};

export const seats: Middleware = (ctx, next) => {
  expectType<number>(ctx.once({}, () => 1));
  expectType<Promise<string>>(ctx.once(Symbol('key'), async () => 'value'));
  expectError(ctx.once('text', () => 1));
  expectError(ctx.once(1, () => 1));
  expectType<number>(ctx.remaining());
  ctx.onEnd(() => undefined);
  const { request } = ctx;
  expectType<string | undefined>(request.getHeader('a'));
  request.setHeader('a', 'b');
  expectError(request.setHeader('a', 1));
  expectType<Readonly<Record<string, string>>>(request.headerRecord());
  request.attemptTimeout = 100;
  request.attemptTimeout = undefined;
  expectError((request.attemptTimeout = '100'));
  expectType<boolean>(request.bodyReusable);
  request.idempotent = true;
  decideRetry(ctx, (result) => {
    expectType<Result<unknown>>(result);
    return result.error?.status === 409 ? true : undefined;
  });
  expectError(decideRetry(ctx, async () => true));
  expectError(decideRetry(ctx, () => 'yes'));
  expectType<() => void>(decideRetry(ctx, () => undefined));
  expectType<boolean | undefined>(retryDecision(ctx, {} as Result<unknown>));
  expectType<() => void>(request.pauseAttempt());
  request.note({ type: 'wait', ms: 1, why: 'queue' });
  request.note({ type: 'cache', hit: true });
  request.note({ type: 'own', fact: 1 });
  expectError(request.note({ ms: 1 }));
  // A clone is what is sent, and can't be sent itself.
  expectError(request.clone().note);
  expectError(request.clone().attemptTimeout);
  return next();
};

class Around extends Plugin {
  override async wrapFetch(ctx: MiddlewareContext, url: string, init: RequestInit, send: SendRequest) {
    expectType<(url: string, init: RequestInit) => Promise<Response>>(send);
    ctx.request.note({ type: 'own' });
    return send(url, init);
  }
}

class Cached extends CachePlugin {
  override wrapFetch(
    _ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    return send(url, init);
  }
}

class Retried extends RetryPlugin {
  override wrapFetch(
    _ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    return send(url, init);
  }
}

expectAssignable<MiddlewareEntry[]>([new Around(), new Cached(), new Retried()]);

// Copies take middleware.
const api = createApi({
  baseUrl: '',
  requests: { list: defineRequest<string[]>()({ method: 'GET', path: '/' }) },
});
expectType<typeof api>(withHeaders(api, {}, { middleware: [new Around()], dedupe: false }));
expectType<typeof api>(api.withHeaders({}, { middleware: [(_ctx, next) => next()] as const }));
expectError(api.withHeaders({}, { middleware: new Around() }));
expectType<typeof api>(api.withHeaders({}, { dedupe: true }));
expectError(api.withHeaders({}, { dedupe: 'yes' }));
expectAssignable<CopyOptions>({ middleware: undefined, dedupe: undefined });
expectAssignable<CallNote>({ type: 'wait', ms: 1, why: 'retry' });
