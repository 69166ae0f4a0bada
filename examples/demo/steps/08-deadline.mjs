import { once } from 'node:events';
import { createServer } from 'node:http';
import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'Timeout: the call returns in time and aborts its request';

const DEADLINE = 300;
const MUCH_LATER = 60_000;

/** A service that responds long after the timeout. */
const startSlowService = async () => {
  const service = createServer((_request, response) => {
    const answer = setTimeout(() => response.end('{}'), MUCH_LATER);
    response.once('close', () => {
      clearTimeout(answer);
      service.emit('hung up');
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  return service;
};

export async function run({ expect, print }) {
  const service = await startSlowService();
  const api = createApi({ baseUrl: `http://127.0.0.1:${service.address().port}`, requests });
  const hungUp = once(service, 'hung up', { signal: AbortSignal.timeout(5000) });

  print('called', `api.getUser({ id: 1 }, { timeout: ${DEADLINE} })`);
  const start = performance.now();
  const { error } = await api.getUser({ id: 1 }, { timeout: DEADLINE });
  const elapsed = Math.round(performance.now() - start);
  print('returned', `${error?.message}, after ${elapsed} ms`);

  expect("the kind is 'timeout'", error?.kind, 'timeout');
  expect(
    'the call took about as long as its timeout',
    elapsed >= DEADLINE - 5 && elapsed < DEADLINE + 1000,
    true,
  );
  expect('the connection to the service was closed', (await hungUp).length, 0);
  service.close();
}
