import { describe, expect, it } from '@jest/globals';
import { ShareRegistry } from '../../../lib/core/stages/share-registry.js';
import { systemClock } from '../../../lib/core/platform/clock.js';

const settings = (send: () => Promise<Response>) => ({ clock: systemClock, timeout: 0, send });

describe('ShareRegistry', () => {
  it('is empty after ten thousand distinct requests', async () => {
    const registry = new ShareRegistry();
    const requests = Array.from({ length: 10_000 }, (_, at) =>
      registry.find(
        `key ${at}`,
        settings(() => Promise.resolve(new Response(''))),
      ),
    );
    expect(registry.size).toBe(10_000);
    const places = requests.map((request) => request.join(undefined));
    await Promise.all(requests.map((request) => request.read('text')));
    for (const leave of places) leave();
    expect(registry.size).toBe(0);
  });

  it('reads a body once for all', async () => {
    const registry = new ShareRegistry();
    const response = new Response('text');
    const request = registry.find(
      'key',
      settings(() => Promise.resolve(response)),
    );
    expect(await Promise.all([request.read('text'), request.read('text')])).toEqual(['text', 'text']);
  });

  it('does not let an older request take away the entry of a newer one', () => {
    const registry = new ShareRegistry();
    const never = settings(() => new Promise(() => {}));
    const leave = registry.find('key', never).join(undefined);
    leave();
    const newer = registry.find('key', never);
    leave();
    expect(registry.find('key', never)).toBe(newer);
  });
});
