import { expectAssignable, expectError, expectType } from 'tsd';
import type { StandardSchemaV1 } from 'homing';
import {
  standardScheme,
  stripeScheme,
  verifyWebhook,
  WebhookError,
  type WebhookErrorReason,
  type WebhookResult,
  type WebhookScheme,
} from 'homing/webhooks';
import * as v from 'valibot';
import { z } from 'zod';

interface Paid {
  type: 'paid';
  id: number;
}

/** The headers as Node types them. */
interface NodeHeaders extends Partial<Record<string, string | string[]>> {
  'set-cookie'?: string[];
}

declare const node: NodeHeaders;
declare const bytes: Uint8Array;

// The event has the type argument, or the output of the schema.
expectType<Promise<WebhookResult<unknown>>>(verifyWebhook('', node, 's'));
expectType<Promise<WebhookResult<Paid>>>(verifyWebhook<Paid>(bytes, new Headers(), ['a', 'b']));
const byZod = z.object({ at: z.string().transform((text) => new Date(text)) });
expectType<Promise<WebhookResult<{ at: Date }>>>(verifyWebhook('', node, 's', { schema: byZod }));
const byValibot = v.object({ id: v.number() });
expectType<Promise<WebhookResult<{ id: number }>>>(
  verifyWebhook('', node, 's', { schema: byValibot, parse: JSON.parse }),
);
declare const byHand: StandardSchemaV1<unknown, Paid>;
expectType<Promise<WebhookResult<Paid>>>(
  verifyWebhook(bytes.buffer as ArrayBuffer, [['a', 'b']], 's', { schema: byHand }),
);

// It is read like any Result.
const result = await verifyWebhook<Paid>('', new Map([['a', 'b']]), 's', {
  scheme: stripeScheme,
  tolerance: null,
});
if (result.error) {
  expectType<WebhookError>(result.error);
  expectType<WebhookErrorReason>(result.error.reason);
  expectType<null>(result.data);
  throw result.error;
}
expectType<Paid>(result.data);

// A scheme returns what is signed, or whether it matches.
expectAssignable<WebhookScheme>(standardScheme);
expectAssignable<WebhookScheme>(async ({ payload, secrets, header }: Parameters<WebhookScheme>[0]) => {
  expectType<Uint8Array<ArrayBuffer>>(payload);
  expectType<readonly string[]>(secrets);
  return header('a') === 'b';
});
expectError(verifyWebhook('', node, 's', { scheme: 'stripe' }));
expectError(verifyWebhook('', node, 's', { scheme: () => ({ signature: 'a' }) }));
expectError(verifyWebhook('', node, 's', { tolerance: '5m' }));

// A parsed body, a missing secret and missing headers don't compile.
expectError(verifyWebhook({ type: 'paid' }, node, 's'));
expectError(verifyWebhook('', node, undefined));
expectError(verifyWebhook('', undefined, 's'));
expectError(new WebhookError('other', 'No.'));
