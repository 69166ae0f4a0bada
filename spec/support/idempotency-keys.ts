import { randomUUID } from 'node:crypto';
import { type MiddlewareContext, Plugin } from '../../lib/index.js';
import { vetoRetry } from '../../lib/retry.js';

/** Gives each call that writes a key of its own, by which a server that gets it twice does the work once. */
export class IdempotencyKeys extends Plugin {
  protected override onRequest(ctx: MiddlewareContext): void {
    const { request } = ctx;
    if (request.repeatable) return;
    request.setHeader(
      'idempotency-key',
      ctx.once(this, () => randomUUID()),
    );
    vetoRetry(ctx, ({ error, response }) => {
      if (response?.headers.get('idempotent-replayed') === 'true') return false;
      return error?.kind === 'network' || error?.kind === 'timeout' ? true : undefined;
    });
  }
}
