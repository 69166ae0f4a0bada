import { describe, expect, it, vi } from 'vitest';
import { IncomingBody, type ConnectionControl } from '../../lib/node/incoming-body.js';
import { unchanged } from '../../lib/node/response-bytes.js';

const wire = (declaredLength?: number) => ({
  declaredLength,
  abort: vi.fn<ConnectionControl['abort']>(),
  resume: vi.fn<ConnectionControl['resume']>(),
  finished: vi.fn<ConnectionControl['finished']>(),
});

const chunk = (size: number): Uint8Array => Buffer.alloc(size, 'x');

const fill = (body: IncomingBody): void => {
  while (body.push(chunk(16 * 1024)));
};

describe('an IncomingBody without a reader', () => {
  it('buffers 64 KiB and makes the sender wait (trap 16: CVE-2026-2581)', () => {
    const body = new IncomingBody(wire(), Infinity);
    const taken = [1, 2, 3, 4].map(() => body.push(chunk(16 * 1024)));
    expect(taken).toEqual([true, true, true, false]);
  });

  it('buffers 64 KiB of single bytes in few pieces', async () => {
    const body = new IncomingBody(wire(), Infinity);
    let taken = 1;
    while (body.push(chunk(1))) taken += 1;
    expect(taken).toBe(64 * 1024);
    let pieces = 0;
    for (let left = taken; left > 0; pieces += 1) left -= (await body.next())!.length;
    expect(pieces).toBeLessThan(8);
  });

  it('resumes after each piece if it is read piece by piece', async () => {
    const end = wire();
    const body = new IncomingBody(end, Infinity);
    fill(body);
    for (let at = 0; at < 4; at += 1) await body.next();
    expect(end.resume).not.toHaveBeenCalled();
    const next = body.next();
    expect(end.resume).toHaveBeenCalledTimes(1);
    body.push(chunk(5));
    expect((await next)?.length).toBe(5);
    body.end();
    expect(await body.next()).toBeUndefined();
  });
});

describe('a canceled IncomingBody', () => {
  it('closes the connection, because the size of the rest is unknown', () => {
    const end = wire();
    const body = new IncomingBody(end, Infinity);
    body.push(chunk(1));
    body.cancel('enough');
    expect(end.abort).toHaveBeenCalledWith('enough');
    expect(end.finished).toHaveBeenCalledTimes(1);
  });

  it('accepts a small rest, so that the connection can be used again', () => {
    const end = wire(100);
    const body = new IncomingBody(end, Infinity);
    body.push(chunk(1));
    body.cancel();
    expect(body.push(chunk(99))).toBe(true);
    body.end();
    expect(end.abort).not.toHaveBeenCalled();
    expect(end.finished).toHaveBeenCalledTimes(1);
  });
});

describe('a failed IncomingBody', () => {
  it('rejects current and later readers with the original reason', async () => {
    const reason = { mine: true };
    const body = new IncomingBody(wire(), Infinity);
    const whole = body.whole(unchanged);
    body.fail(reason);
    await expect(whole).rejects.toBe(reason);
    await expect(body.next()).rejects.toBe(reason);
    await expect(body.whole(unchanged)).rejects.toBe(reason);
  });
});

describe('an IncomingBody that can be read', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is watched from the end of the turn, unless it is already complete', async () => {
    const registered: unknown[] = [];
    const register = vi
      .spyOn(FinalizationRegistry.prototype, 'register')
      .mockImplementation((owner) => void registered.push(owner));
    const [slow, fast] = [new IncomingBody(wire(), Infinity), new IncomingBody(wire(), Infinity)];
    const [ofSlow, ofFast] = [{}, {}];
    slow.ownedBy(ofSlow);
    fast.ownedBy(ofFast);
    fast.end();
    expect(registered).toEqual([]);
    await turn();
    // Callbacks for the end of a turn run in the order in which they were registered.
    await turn();
    expect(registered).toEqual([ofSlow]);
    register.mockRestore();
  });

  it('fails when its owner is collected, and never ends before its end', async () => {
    const end = wire();
    const body = new IncomingBody(end, Infinity);
    fill(body);
    body.closeConnection(new Error('dropped'));
    await expect(body.whole(unchanged)).rejects.toThrow('dropped');
    await expect(body.next()).rejects.toThrow('dropped');
    expect(end.abort).toHaveBeenCalledTimes(1);
  });

  it('fails with the reason of an abort until all of it is read', async () => {
    const body = new IncomingBody(wire(), Infinity);
    body.push(chunk(16 * 1024));
    body.push(chunk(1));
    body.end();
    await body.next();
    body.fail('why');
    await expect(body.next()).rejects.toBe('why');
  });

  it('reports that it is finished when it is read, not when it has arrived', async () => {
    const end = wire();
    const body = new IncomingBody(end, Infinity);
    body.push(chunk(1));
    body.end();
    expect(end.finished).not.toHaveBeenCalled();
    await body.whole(unchanged);
    expect(end.finished).toHaveBeenCalledTimes(1);
  });
});
