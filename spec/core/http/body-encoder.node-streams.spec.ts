import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { callOnce } from '../../support/client.js';
import { unsent } from '../../support/refusal.js';

describe('a body that is a stream of Node (rules.md#bodies)', () => {
  it("fails the call if it is a Node stream that has just failed, and listens to the stream's error event", async () => {
    const failure = new Error('no such file');
    const stream = new PassThrough().destroy(failure);
    // Without a listener, the event that follows ends the process.
    expect(unsent(await callOnce({ method: 'POST', params: stream })).body).toBe(failure);
    expect(stream.listenerCount('error')).toBeGreaterThan(0);
  });
});
