import { describe, expect, it } from 'vitest';
import { nodeFetch } from '../../lib/entries/node.js';

/** What a dispatcher calls of a handler. */
interface Handler {
  onConnect(abort: () => void): void;
  onComplete(trailers: string[]): void;
  onRequestStart(controller: object, context: object): void;
  onResponseEnd(controller: object, trailers: object): void;
}

const nothing = (): void => undefined;
const controller = { abort: nothing, pause: nothing, resume: nothing };

const ways: readonly [string, (handler: Handler) => void][] = [
  ['ends before an answer', (handler) => (handler.onConnect(nothing), handler.onComplete([]))],
  ['only ends', (handler) => handler.onComplete([])],
  [
    'ends before an answer, as undici 8 tells it',
    (handler) => (handler.onRequestStart(controller, {}), handler.onResponseEnd(controller, {})),
  ],
];

describe.each<[string, (tell: () => void) => void]>([
  ['at once', (tell) => tell()],
  ['later', (tell) => void setImmediate(tell)],
])('a dispatcher that %s', (_, when) => {
  it.each(ways)('%s fails the call and says so', async (_name, tell) => {
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

it.each(ways)('a Request fails too where the dispatcher %s', async (_, tell) => {
  const dispatch = (_options: object, handler: object): boolean => {
    setImmediate(() => tell(handler as Handler));
    return true;
  };
  const call = nodeFetch({ dispatcher: { dispatch } })(new globalThis.Request('http://localhost/'));
  await expect(call).rejects.toThrow('fetch failed');
});
