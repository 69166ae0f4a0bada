import { describe, expect, it } from 'vitest';
import { HttpExchange, OlderExchange } from '../../lib/node/http-exchange.js';
import { unchanged } from '../../lib/node/response-bytes.js';
import type { IncomingBody } from '../../lib/node/incoming-body.js';

const nothing = (): void => undefined;

/** The body of a response with these headers, which arrived in these pieces and ended. */
const ended = (headers: readonly string[], ...pieces: readonly string[]): IncomingBody => {
  let taken: IncomingBody | undefined;
  const to = {
    answered: (_head: unknown, body: IncomingBody) => void (taken = body),
    failed: nothing,
    ended: nothing,
    finished: nothing,
  };
  const exchange = new HttpExchange(to, Infinity);
  exchange.onConnect(nothing);
  exchange.onHeaders(200, headers, nothing, 'OK');
  for (const piece of pieces) exchange.onData(Buffer.from(piece));
  exchange.onComplete();
  return taken!;
};

describe('a response body', () => {
  it('fails if it ends before its declared length, even if the dispatcher considers it complete', async () => {
    await expect(ended(['Content-Length', '5'], 'h', 'i').whole(unchanged)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'terminated',
      cause: { message: 'The body ended after 2 of 5 bytes.' },
    });
  });

  it.each<[string, readonly string[]]>([
    ['at its declared length', ['content-length', '2']],
    ['after its declared length', ['content-length', '1']],
    ['without a declared length', []],
    ['with a declared length that is not a number', ['content-length', 'x']],
  ])('is complete if it ends %s', async (_, headers) => {
    expect(Buffer.from(await ended(headers, 'hi').whole(unchanged)).toString()).toBe('hi');
  });

  it('is complete without a byte, as in the response to HEAD', async () => {
    expect((await ended(['content-length', '5']).whole(unchanged)).length).toBe(0);
  });
});

it('an OlderExchange has only the older handler methods, for a dispatcher that accepts either shape', () => {
  const to = { answered: nothing, failed: nothing, ended: nothing, finished: nothing };
  expect(new HttpExchange(to, Infinity).onRequestStart).toBeDefined();
  expect(new OlderExchange(to, Infinity).onRequestStart).toBeUndefined();
});
