import { createApi, defineRequest, pollUntil } from 'homing';

export const title = 'pollUntil: a job that takes its time, with a limit';

const requests = {
  getJob: defineRequest()({ method: 'GET', path: '/jobs/:id' }),
};

/** Jobs that are done when they were asked for often enough. */
const addJobs = (server, asksUntilDone) => {
  const asks = new Map();
  server.route('GET /jobs/:id', ({ params: { id } }) => {
    asks.set(id, (asks.get(id) ?? 0) + 1);
    return { json: { id, done: asks.get(id) >= asksUntilDone[id] } };
  });
};

export async function run({ baseUrl, server, expect, print }) {
  addJobs(server, { quick: 3, endless: Infinity });
  const api = createApi({ baseUrl, requests });
  const options = { every: 20, until: ({ data }) => data.done };

  print('called', "pollUntil(api.getJob, { id: 'quick' }, { every: 20, until, giveUpAfter: 10000 })");
  const quick = await pollUntil(api.getJob, { id: 'quick' }, { ...options, giveUpAfter: 10_000 });
  print('came home', quick.data);
  const asked = server.takeRequests();

  print('called', "pollUntil(api.getJob, { id: 'endless' }, { every: 20, until, giveUpAfter: 100 })");
  const endless = await pollUntil(api.getJob, { id: 'endless' }, { ...options, giveUpAfter: 100 });
  print('came home', endless.error?.message);

  expect('the answer is the one that was waited for', quick.data, { id: 'quick', done: true });
  expect('it took three asks', asked.length, 3);
  expect("what never comes is a 'timeout'", endless.error?.kind, 'timeout');
  expect('which names the last request', endless.error?.request.url, `${baseUrl}/jobs/endless`);
}
