import {
  type Budget,
  createApi,
  defineRequest,
  type MiddlewareContext,
  type MiddlewareEntry,
  RetryPlugin,
  type RetryOptions,
  isTransient,
} from 'homing';
import {
  AttemptTimeoutPlugin,
  type IdempotencyOptions,
  IdempotencyPlugin,
  RetryBudget,
  type RetryBudgetOptions,
  stack,
} from 'homing/resilience';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

// A retry takes a budget, and says what becomes of waits that are too long.
expectAssignable<Budget>(new RetryBudget());
expectAssignable<RetryOptions>({
  budget: new RetryBudget(),
  beyondRetryAfter: 'stop',
  beyondDeadline: 'stop',
});
expectAssignable<RetryOptions>({ budget: { take: () => true, credit: (url) => url.length } });
expectAssignable<RetryOptions>({ budget: undefined, beyondRetryAfter: undefined, beyondDeadline: undefined });
expectNotAssignable<RetryOptions>({ budget: 20 });
expectNotAssignable<RetryOptions>({ budget: { take: () => true } });
expectNotAssignable<RetryOptions>({ beyondRetryAfter: 'wait' });
expectNotAssignable<RetryOptions>({ beyondDeadline: 'cap' });

// The default rule is a rule, and may be added to.
expectAssignable<RetryOptions>({ retryOn: isTransient });
expectAssignable<RetryOptions>({
  retryOn: (result, attempt, ctx) => result.error?.status === 409 || isTransient(result, attempt, ctx),
});

expectAssignable<RetryBudgetOptions>({
  capacity: 1,
  perSuccess: 0.1,
  onExhausted: (origin) => origin.length,
});
expectError(new RetryBudget({ capacity: '20' }));

expectAssignable<IdempotencyOptions>({
  methods: ['PUT'],
  header: 'X-Key',
  quoted: true,
  maxAge: 1,
  conflict: 'retry',
});
expectNotAssignable<IdempotencyOptions>({ methods: ['FETCH'] });
expectNotAssignable<IdempotencyOptions>({ conflict: 'wait' });

// keyFor is there to be overridden.
class Keys extends IdempotencyPlugin {
  protected override keyFor(ctx: MiddlewareContext): string | undefined {
    return ctx.requestName === 'search' ? undefined : super.keyFor(ctx);
  }
}
expectAssignable<MiddlewareEntry>(new Keys());

expectError(new AttemptTimeoutPlugin());
expectError(new AttemptTimeoutPlugin('100'));

// A stack has named slots, and is a list of middleware.
const requests = { get: defineRequest()({ method: 'GET', path: '/' }) };
expectType<MiddlewareEntry[]>(stack({ retry: new RetryPlugin(), auth: false, log: null, cache: undefined }));
expectType<MiddlewareEntry[]>(stack({ each: [new AttemptTimeoutPlugin(1), (_ctx, next) => next(), false] }));
createApi({ baseUrl: 'https://api.example.com', middleware: stack({ idempotency: new Keys() }), requests });
expectError(stack({ tracing: new RetryPlugin() }));
expectError(stack({ retry: 3 }));
expectError(stack({ retry: [new RetryPlugin()] }));
expectError(stack({ retry: RetryPlugin }));
