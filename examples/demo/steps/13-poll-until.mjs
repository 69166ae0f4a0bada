import { createApi, defineRequest, pollUntil } from 'homing';

export const title = 'pollUntil: call an endpoint until its job is done, or until a time limit';

const requests = {
  getJob: defineRequest()({ method: 'GET', path: '/jobs/:id' }),
};

/** Adds jobs that are done after a number of requests. */
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
  print('returned', quick.data);
  const asked = server.takeRequests();

  print('called', "pollUntil(api.getJob, { id: 'endless' }, { every: 20, until, giveUpAfter: 100 })");
  const endless = await pollUntil(api.getJob, { id: 'endless' }, { ...options, giveUpAfter: 100 });
  print('returned', endless.error?.message);

  expect('the call returns the response where the job is done', quick.data, { id: 'quick', done: true });
  expect('the job was requested three times', asked.length, 3);
  expect("a job that never ends returns a 'timeout' error", endless.error?.kind, 'timeout');
  expect('the error contains the last request', endless.error?.request.url, `${baseUrl}/jobs/endless`);
}
