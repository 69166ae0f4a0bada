import { describe, expect, it } from '@jest/globals';
import { InFlight } from '../../../lib/core/stages/in-flight.js';
import { SharedRequest } from '../../../lib/core/stages/shared-request.js';
import { systemClock } from '../../../lib/core/platform/clock.js';
import { effort } from '../../support/effort.js';

const MANY = effort(2000, 10_000);

const shared = (send: () => Promise<Response>, onEnd = (): void => undefined) =>
  new SharedRequest({ clock: systemClock, timeout: 0, leader: undefined, send, onEnd });

/** A shared request as the newest under its key, as the stage keeps it. */
const kept = (inFlight: InFlight<SharedRequest>, key: string, send: () => Promise<Response>) => {
  const request: SharedRequest = shared(send, () => inFlight.leave(key, request));
  inFlight.set(key, request);
  return request;
};

describe('a shared request', () => {
  it('leaves nothing behind, thousands of distinct ones neither', async () => {
    const inFlight = new InFlight<SharedRequest>();
    const requests = Array.from({ length: MANY }, (_, at) =>
      kept(inFlight, `key ${String(at)}`, () => Promise.resolve(new Response(''))),
    );
    expect(inFlight.size).toBe(MANY);
    const places = requests.map((request) => request.join({}, undefined));
    await Promise.all(requests.map((request) => request.read('text')));
    for (const leave of places) leave();
    expect(inFlight.size).toBe(0);
  });

  it('reads a body once for all', async () => {
    const request = shared(() => Promise.resolve(new Response('text')));
    expect(await Promise.all([request.read('text'), request.read('text')])).toEqual(['text', 'text']);
  });

  it('does not take away the entry of a newer one', () => {
    const inFlight = new InFlight<SharedRequest>();
    const never = () => new Promise<Response>(() => {});
    const leave = kept(inFlight, 'key', never).join({}, undefined);
    leave();
    const newer = kept(inFlight, 'key', never);
    leave();
    expect(inFlight.get('key')).toBe(newer);
  });
});
