import { abortBy } from '../platform/time.js';
import { AbortError } from '../platform/errors.js';
import { nullProto } from '../platform/values.js';
import type { Result } from '../result/result.js';
import type { MiddlewareContext, MiddlewareNext, SendRequest } from './context.js';
import { type Following, createSender, requireResponse, type Sending } from './send.js';

/** Through the plugins that stand around the wire, in the order of the list, to fetch. */
function through(sending: Sending<ExchangePlugin>, signal: AbortSignal | undefined): SendRequest {
  const { call } = sending;
  let isAnswered = false;
  const innermost: SendRequest = async (url, init) => {
    // A plugin may wait as long as it likes: nothing goes out under the signal of a call that has ended meanwhile.
    if ((init.signal ?? undefined) === signal) {
      call.guard?.notice();
      sending.guard?.notice();
      if (isAnswered && call.isOver) throw new AbortError('The call has ended: send with your own signal.');
    }
    if (init.signal?.aborted) throw abortBy(init.signal).reason;
    const send = createSender(sending, url, init);
    try {
      const response = await send();
      requireResponse(response, 'fetch');
      return response;
    } catch (thrown) {
      sending.takeBack(thrown);
      throw thrown;
    }
  };
  const isLast = ({ innermost = false }: ExchangePlugin): number => Number(innermost);
  const wrappers = [...call.pipeline.wrappers].sort((a, b) => isLast(a) - isLast(b));
  const outermost = wrappers.reduceRight<SendRequest>(
    (inner, plugin) => async (url, init) => {
      const response = await plugin.wrapFetch(call, url, init, inner, sending);
      requireResponse(response, `wrapFetch of "${plugin.name}"`);
      return response;
    },
    innermost,
  );
  return async (url, init) => {
    try {
      return await outermost(url, init);
    } finally {
      isAnswered = true;
    }
  };
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook that returns nothing is the usual one
type HookResult = Result<unknown> | undefined | void;

/**
 * A middleware as a class, accepted wherever a middleware is. A subclass overrides `onRequest` and `onResult`, or
 * `handle` for full control.
 */
export abstract class Plugin {
  /** For messages. Default: the class's name. */
  declare readonly name: string;

  /**
   * Stands around the wire, where a subclass has it: runs each time that a request is about to be sent, after all
   * middleware, and once for all callers that share the request; `ctx` is the one's who sends. Several stand in the
   * order of the list, but for `wrappersLast`. What it throws counts as if fetch threw.
   *
   * @param send May be called any number of times; also when the call has settled, with a signal of the plugin's own.
   * @returns The response: what `send` gave, or another.
   */
  wrapFetch?(ctx: MiddlewareContext, url: string, init: RequestInit, send: SendRequest): Promise<Response>;

  /**
   * Whether `wrapFetch` stands inside of those of all plugins that don't say so, wherever its plugin stands in the list:
   * nearest to the network, where no queue comes after it. Several that say so stand in the order of the list. A number
   * says how far inside: true is 1, and a higher number stands further inside. Default false.
   */
  declare readonly innermost?: boolean | number;

  constructor() {
    // Defined and not assigned: a subclass may have a getter of that name.
    Object.defineProperty(
      this,
      'name',
      nullProto<PropertyDescriptor>({
        value: this.constructor.name,
        configurable: true,
        enumerable: true,
        writable: true,
      }),
    );
  }

  /**
   * What a poll that begins now belongs to, where that changes with time: whose it is, say. Only polls of equal scopes
   * are shared. Called once for each poll, on the plugins of the client, its copy and the endpoint. The hooks `useCall`
   * and `usePoll` call it at each render: for another scope they drop what they show, and send a request.
   *
   * @param series What `ctx.series` of its calls will be.
   * @returns A text. What it throws is as if there were none.
   */
  scope?(series: object): string;

  /** Leads through all plugins that stand around the wire, to fetch; for homing itself. */
  // Stryker disable next-line StringLiteral: it can't break the name of a method.
  '~through'(sending: unknown, signal: AbortSignal | undefined): SendRequest {
    return through(sending as Sending<ExchangePlugin>, signal);
  }

  /** Stands around the rest of the chain, as a middleware does. */
  async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    await this.onRequest(ctx);
    const result = await next();
    return (await this.onResult(result, ctx)) ?? result;
  }

  /** Before the request; may change it. What it throws ends the call with a `'middleware'` error. */
  protected onRequest(_ctx: MiddlewareContext): void | Promise<void> {
    // For subclasses.
  }

  /** After the Result came back; may return one to take its place. */
  protected onResult(_result: Result<unknown>, _ctx: MiddlewareContext): HookResult | Promise<HookResult> {
    // For subclasses.
  }
}

/** A plugin that stands around the wire. */
export type ExchangePlugin = Plugin & {
  /** @param following The attempt, for plugins of homing's own. */
  wrapFetch(
    ...given: [...Parameters<NonNullable<Plugin['wrapFetch']>>, following: Following]
  ): Promise<Response>;
};
