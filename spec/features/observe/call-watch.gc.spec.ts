import { expect, it } from 'vitest';
import { type Observer, observe } from '../../../lib/entries/observe.js';
import { collectAll } from '../../support/collect.js';
import { createTestClient } from '../../support/client.js';
import { effort } from '../../support/effort.js';

it('thousands of observed calls leave nothing behind', async () => {
  const alive = { calls: 0, attempts: 0 };
  const gone = new FinalizationRegistry<keyof typeof alive>((kind) => void (alive[kind] -= 1));
  const counted = <T extends object>(kind: keyof typeof alive, made: T): T => {
    alive[kind] += 1;
    gone.register(made, kind);
    return made;
  };
  const observer: Observer = {
    call: () =>
      counted('calls', {
        attempt: () => counted('attempts', { end: () => undefined }),
        end: () => undefined,
      }),
  };
  const fetch = async (): Promise<Response> => new Response('{}');
  const { api } = createTestClient({ fetch, endpoint: { share: true } });
  observe(api, observer);
  for (let round = 0; round < effort(20, 100); round += 1)
    await Promise.all(Array.from({ length: 100 }, (_, at) => api.call({ at: at % 50 })));
  await collectAll();
  // The stack or the registers can still hold the newest ones.
  expect(alive.calls).toBeLessThan(50);
  expect(alive.attempts).toBeLessThan(50);
});
