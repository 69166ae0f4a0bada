import { createApi, defineRequest, paginate, poll, type Pollable, pollUntil, type Result } from 'homing';
import { successResult } from 'homing/testing';
import { expectError, expectType } from 'tsd';

interface Job {
  state: 'running' | 'done';
  next: number | null;
}

const api = createApi({
  baseUrl: '',
  requests: {
    job: defineRequest<Job>()({ method: 'GET', path: '/jobs/:id' }),
    jobs: defineRequest<Job, { page?: number }>()({ method: 'GET', path: '/jobs' }),
    none: defineRequest<Job>()({ method: 'GET', path: '/job' }),
  },
});
const byHand = async (params: { id: number }): Promise<Result<Job>> =>
  successResult<Job>({ state: 'done', next: params.id });

// `poll` gives what stops it, and its callback gets every Result.
expectType<() => void>(
  poll(
    api.job,
    { id: 1 },
    (result) => {
      expectType<Result<Job>>(result);
    },
    { every: 1000, inBackground: true, maxEvery: 5000, timeout: 100, headers: { 'x-a': 'a' } },
  ),
);
poll(api.job, { id: 1 }, ({ data, error }) => (error ? undefined : data.state), { every: 1000 });
poll(api.none, {}, () => undefined, { every: 1000 });
poll(api.none, undefined, () => undefined, { every: 1000 });
expectError(poll(api.job, {}, () => undefined, { every: 1000 }));
expectError(poll(api.job, { id: 1 }, () => undefined, {}));
expectError(poll(api.job, { id: 1 }, () => undefined, { every: 1000, inBackgruond: true }));

// `pollUntil` asks its condition about successes only.
expectType<Promise<Result<Job>>>(
  pollUntil(api.job, { id: 1 }, { every: 1000, until: ({ data }) => data.state === 'done', giveUpAfter: 10 }),
);
expectError(pollUntil(api.job, { id: 1 }, { every: 1000 }));
expectError(pollUntil(api.job, { id: 1 }, { every: 1000, until: async () => true }));

// A function of your own can be polled.
poll(byHand, { id: 1 }, () => undefined, { every: 1000 });
expectType<Promise<Result<Job>>>(pollUntil(byHand, { id: 1 }, { every: 1000, until: () => true }));
const pollable: Pollable<{ id: number }, Job> = api.job;
void pollable;

// `paginate` yields Results; `next` sees the page and gives the next params, or nothing.
const pages = paginate(
  api.jobs,
  { page: 1 },
  { next: ({ data }) => (data.next ? { page: data.next } : null), maxPages: 3, timeout: 100 },
);
expectType<AsyncGenerator<Result<Job>, void, undefined>>(pages);
expectError(paginate(api.jobs, { page: 1 }, { next: () => ({ page: '2' }) }));
expectError(paginate(api.jobs, { page: 1 }, {}));
