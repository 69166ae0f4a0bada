import { describe, expect, it } from '@jest/globals';
import { nodeFetch } from '../../lib/node.js';

/** What a dispatcher calls of a handler. */
interface Handler {
  onConnect(abort: () => void): void;
  onHeaders(status: number, headers: string[], resume: () => void, text: string): boolean;
  onData(chunk: Uint8Array): boolean;
  onComplete(trailers: string[]): void;
  onUpgrade(status: number, headers: string[], socket: unknown): void;
  onRequestStart(controller: object, context: object): void;
  onResponseStart(controller: object, status: number, headers: object, text: string): void;
  onResponseEnd(controller: object, trailers: object): void;
  onRequestUpgrade(controller: object, status: number, headers: object, socket: unknown): void;
}

const nothing = (): void => undefined;
const controller = { abort: nothing, pause: nothing, resume: nothing };
const head = (status: number) => (handler: Handler) => {
  handler.onConnect(nothing);
  handler.onHeaders(status, [], nothing, '');
};

const ways: readonly [string, (handler: Handler) => void, RegExp][] = [
  ['ends before an answer', (handler) => (handler.onConnect(nothing), handler.onComplete([])), /ended/],
  ['only ends', (handler) => handler.onComplete([]), /ended/],
  ['gives a body without a head', (handler) => void handler.onData(new Uint8Array(1)), /before the head/],
  ['gives the status 0', head(0), /status 0/],
  ['gives the status 99', head(99), /status 99/],
  ['gives the status 101', head(101), /status 101/],
  ['upgrades', (handler) => handler.onUpgrade(101, [], { destroy: nothing }), /upgrade/],
  [
    'ends before an answer, as undici 8 tells it',
    (handler) => (handler.onRequestStart(controller, {}), handler.onResponseEnd(controller, {})),
    /ended/,
  ],
  [
    'gives the status 101, as undici 8 tells it',
    (handler) => handler.onResponseStart(controller, 101, {}, ''),
    /status 101/,
  ],
  [
    'upgrades, as undici 8 tells it',
    (handler) => handler.onRequestUpgrade(controller, 101, {}, { destroy: nothing }),
    /upgrade/,
  ],
];

const times: readonly [string, (tell: () => void) => void][] = [
  ['at once', (tell) => tell()],
  ['later', (tell) => void setImmediate(tell)],
];

describe.each(times)('a dispatcher that %s', (_, when) => {
  it.each(ways)('%s fails the call and says so', async (_name, tell, said) => {
    const dispatch = (_options: object, handler: object): boolean => {
      when(() => tell(handler as Handler));
      return true;
    };
    await expect(nodeFetch({ dispatcher: { dispatch } })('http://localhost/')).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: expect.stringMatching(said) },
    });
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

it('closes the socket of an upgrade that nobody asked for', async () => {
  let destroyed = 0;
  const dispatch = (_options: object, handler: object): boolean => {
    (handler as Handler).onUpgrade(101, [], { destroy: () => (destroyed += 1) });
    return true;
  };
  await expect(nodeFetch({ dispatcher: { dispatch } })('http://localhost/')).rejects.toThrow('fetch failed');
  expect(destroyed).toBe(1);
});
