import { describe, expect, it } from 'vitest';
import { HttpExchange, OlderExchange } from '../../lib/node/http-exchange.js';
import { unchanged } from '../../lib/node/response-bytes.js';
import type { IncomingBody } from '../../lib/node/incoming-body.js';

const nothing = (): void => undefined;

/** The body of an answer with these headers, which came in these pieces and ended. */
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

describe('a body that ends', () => {
  it('before the length that it was said to have fails, though the dispatcher takes it for whole', async () => {
    await expect(ended(['Content-Length', '5'], 'h', 'i').whole(unchanged)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'terminated',
      cause: { message: 'The body ended after 2 of 5 bytes.' },
    });
  });

  it.each<[string, readonly string[]]>([
    ['at that length', ['content-length', '2']],
    ['after it', ['content-length', '1']],
    ['where none was said', []],
    ['where what was said is no number', ['content-length', 'x']],
  ])('%s is whole', async (_, headers) => {
    expect(Buffer.from(await ended(headers, 'hi').whole(unchanged)).toString()).toBe('hi');
  });

  it('without a byte is whole, as that of an answer to HEAD', async () => {
    expect((await ended(['content-length', '5']).whole(unchanged)).length).toBe(0);
  });
});

it('shows who takes either shape of a handler the older one alone', () => {
  const to = { answered: nothing, failed: nothing, ended: nothing, finished: nothing };
  expect(new HttpExchange(to, Infinity).onRequestStart).toBeDefined();
  expect(new OlderExchange(to, Infinity).onRequestStart).toBeUndefined();
});
