import {
  type CallOptions,
  createApi,
  defineRequest,
  poll,
  type Pollable,
  type PollOptions,
  pollUntil,
  type PollUntilOptions,
  type Result,
  type SuccessResult,
} from 'homing';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

interface Job {
  id: number;
  done: boolean;
}

const api = createApi({
  baseUrl: '/',
  requests: {
    job: defineRequest<Job>()({ method: 'GET', path: '/jobs/:id' }),
    jobs: defineRequest<Job[], { done?: boolean }>()({ method: 'GET', path: '/jobs' }),
  },
});

// The callback gets Results of the endpoint's data; what `poll` gives stops it.
const stop = poll(api.job, { id: 1 }, (result) => expectType<Result<Job>>(result), { every: 1000 });
expectType<() => void>(stop);
poll(
  api.job,
  { id: 1 },
  ({ data, error }) => {
    if (error) expectType<null>(data);
    else expectType<boolean>(data.done);
  },
  { every: 1000 },
);
poll(api.job, { id: 1 }, async () => undefined, { every: 1000 });
poll(api.jobs, {}, () => undefined, { every: 1000 });
poll(api.jobs, undefined, () => undefined, { every: 1000 });

expectError(poll(api.job, {}, () => undefined, { every: 1000 }));
expectError(poll(api.jobs, { done: 1 }, () => undefined, { every: 1000 }));
expectError(poll(api.job, { id: 1 }, () => undefined));
expectError(poll(api.job, { id: 1 }, () => undefined, {}));
expectError(poll(api.job, { id: 1 }, () => undefined, { every: '1s' }));
expectError(poll(api.job, { id: 1 }, { every: 1000 }));
expectError(poll(api.job, { id: 1 }, () => undefined, { every: 1000, until: () => true }));
expectError(poll('/jobs', {}, () => undefined, { every: 1000 }));

// Options of a call stand beside the poll's own, each with an explicit undefined too.
expectAssignable<PollOptions>({
  every: 1,
  inBackground: true,
  maxEvery: 2,
  signal: new AbortController().signal,
});
expectAssignable<PollOptions>({ every: 1, inBackground: undefined, maxEvery: undefined, signal: undefined });
expectAssignable<PollOptions>({
  every: 1,
  headers: { a: '1' },
  timeout: 1,
  fetchOptions: {},
  middleware: [],
});
expectNotAssignable<PollOptions>({ every: undefined });
expectNotAssignable<PollOptions>({ every: 1, inBackground: 'yes' });

// `until` is asked of successes only, and gives a boolean.
const waited = pollUntil(
  api.job,
  { id: 1 },
  {
    every: 1000,
    giveUpAfter: 60_000,
    until: (result) => {
      expectType<SuccessResult<Job>>(result);
      return result.data.done;
    },
  },
);
expectType<Promise<Result<Job>>>(waited);
const job = await waited;
if (!job.error) expectType<Job>(job.data);

expectError(pollUntil(api.job, { id: 1 }, { every: 1000 }));
expectError(pollUntil(api.job, { id: 1 }, { until: () => true }));
expectError(pollUntil(api.job, { id: 1 }, { every: 1000, until: () => 'yes' }));
expectError(pollUntil(api.job, { id: 1 }, { every: 1000, until: async () => true }));
expectError(pollUntil(api.job, {}, { every: 1000, until: () => true }));
expectAssignable<PollUntilOptions<Job>>({ every: 1, until: ({ data }) => data.done, giveUpAfter: undefined });
expectNotAssignable<PollUntilOptions<Job>>({ every: 1, until: () => true, giveUpAfter: '1m' });

// A function of one's own can be polled; it gets the options of each request.
const own: Pollable<{ id: number }, Job> = async ({ id }, options) => {
  expectType<CallOptions>(options);
  return api.job({ id }, options);
};
poll(own, { id: 1 }, ({ data }) => data?.done, { every: 1000 });
expectType<Promise<Result<Job>>>(pollUntil(own, { id: 1 }, { every: 1000, until: ({ data }) => data.done }));
expectError(
  poll(
    async () => 1,
    {},
    () => undefined,
    { every: 1000 },
  ),
);
expectAssignable<Pollable<{ id: number }, Job>>(api.job);
