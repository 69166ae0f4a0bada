import { describe, expect, it } from 'vitest';
import { nodeFetch } from '../../lib/entries/node.js';

/** The methods of a handler that a dispatcher calls. */
interface Handler {
  onConnect(abort: () => void): void;
  onComplete(trailers: string[]): void;
  onRequestStart(controller: object, context: object): void;
  onResponseEnd(controller: object, trailers: object): void;
}

const nothing = (): void => undefined;
const controller = { abort: nothing, pause: nothing, resume: nothing };

const ways: readonly [string, (handler: Handler) => void][] = [
  ['ends before a response', (handler) => (handler.onConnect(nothing), handler.onComplete([]))],
  ['ends without connecting', (handler) => handler.onComplete([])],
  [
    'ends before a response with the methods of undici 8',
    (handler) => (handler.onRequestStart(controller, {}), handler.onResponseEnd(controller, {})),
  ],
];

describe.each<[string, (tell: () => void) => void]>([
  ['at once', (tell) => tell()],
  ['later', (tell) => void setImmediate(tell)],
])('a dispatcher that acts %s', (_, when) => {
  it.each(ways)('makes the call fail with the cause if it %s', async (_name, tell) => {
    const dispatch = (_options: object, handler: object): boolean => {
      when(() => tell(handler as Handler));
      return true;
    };
    const failed = {
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: 'The dispatcher ended without a response.' },
    };
    await expect(nodeFetch({ dispatcher: { dispatch } })('http://localhost/')).rejects.toMatchObject(failed);
  });
});

it.each(ways)('a Request also fails if the dispatcher %s', async (_, tell) => {
  const dispatch = (_options: object, handler: object): boolean => {
    setImmediate(() => tell(handler as Handler));
    return true;
  };
  const call = nodeFetch({ dispatcher: { dispatch } })(new globalThis.Request('http://localhost/'));
  await expect(call).rejects.toThrow('fetch failed');
});
