import { describe, expect, it, jest } from '@jest/globals';
import { DispatchHandler } from '../../lib/node/exchange.js';
import type { RawHeaders } from '../../lib/node/response-headers.js';

class Recorder extends DispatchHandler {
  readonly events: unknown[][] = [];
  more = true;

  protected head(status: number, statusText: string, headers: RawHeaders): boolean {
    this.events.push(['head', status, statusText, headers]);
    return this.more;
  }

  protected data(chunk: Uint8Array): boolean {
    this.events.push(['data', chunk]);
    return this.more;
  }

  protected end(): void {
    this.events.push(['end']);
  }

  protected fail(error: unknown): void {
    this.events.push(['fail', error]);
  }
}

const bytes = new Uint8Array(1);
const headers = { a: 'b' };

interface Shape {
  readonly abort: jest.Mock<(reason: unknown) => void>;
  readonly resume: jest.Mock<() => void>;
  start(): void;
  head(status: number): unknown;
  data(): unknown;
  end(): void;
  fail(error: unknown): void;
  isHeldBack(answer: unknown): boolean;
}

const legacy = (handler: Recorder): Shape => {
  const abort = jest.fn<(reason: unknown) => void>();
  const resume = jest.fn<() => void>();
  return {
    abort,
    resume,
    start: () => handler.onConnect(abort),
    head: (status) => handler.onHeaders(status, headers, resume, 'Fine'),
    data: () => handler.onData(bytes),
    end: () => handler.onComplete(),
    fail: (error) => handler.onError(error),
    isHeldBack: (answer) => answer === false,
  };
};

const modern = (handler: Recorder): Shape => {
  const abort = jest.fn<(reason: unknown) => void>();
  const resume = jest.fn<() => void>();
  const pause = jest.fn<() => void>();
  // What an interceptor changed it changed in the parsed headers.
  const controller = { abort, resume, pause, rawHeaders: ['a', 'changed since'] };
  return {
    abort,
    resume,
    start: () => handler.onRequestStart(controller),
    head: (status) => handler.onResponseStart(controller, status, headers, 'Fine'),
    data: () => handler.onResponseData(controller, bytes),
    end: () => handler.onResponseEnd(),
    fail: (error) => handler.onResponseError(controller, error),
    isHeldBack: () => pause.mock.calls.length > 0,
  };
};

describe.each([
  ['of undici 6 and 7', legacy],
  ['of undici 7 and 8', modern],
])('the handler in the shape %s', (_, shapeOf) => {
  const make = () => {
    const handler = new Recorder();
    return { handler, shape: shapeOf(handler) };
  };

  it('tells of a response from its head to its end', () => {
    const { handler, shape } = make();
    shape.start();
    const answers = [shape.head(200), shape.data()];
    shape.end();
    expect(handler.events).toEqual([['head', 200, 'Fine', headers], ['data', bytes], ['end']]);
    expect(answers.some(shape.isHeldBack)).toBe(false);
  });

  it('passes over informational responses', () => {
    const { handler, shape } = make();
    shape.start();
    expect(shape.isHeldBack(shape.head(103))).toBe(false);
    expect(handler.events).toEqual([]);
  });

  it('tells of a failure', () => {
    const { handler, shape } = make();
    shape.fail('why');
    expect(handler.events).toEqual([['fail', 'why']]);
  });

  it('holds the sender back and lets it go on', () => {
    const { handler, shape } = make();
    shape.start();
    shape.head(200);
    handler.more = false;
    expect(shape.isHeldBack(shape.data())).toBe(true);
    handler.resume();
    expect(shape.resume).toHaveBeenCalledTimes(1);
  });

  it('aborts once, with the reason, also what has no connection yet', () => {
    const { handler, shape } = make();
    handler.abort('first');
    handler.abort('second');
    shape.start();
    expect(shape.abort.mock.calls).toEqual([['first']]);
  });

  it('lets nothing go on after an abort', () => {
    const { handler, shape } = make();
    shape.start();
    shape.head(200);
    handler.abort('why');
    handler.resume();
    expect(shape.resume).not.toHaveBeenCalled();
  });
});
