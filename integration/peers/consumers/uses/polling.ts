import {
  createApi,
  defineRequest,
  poll,
  type Pollable,
  type PollOptions,
  pollUntil,
  type Result,
} from 'homing';

interface Job {
  state: 'queued' | 'running' | 'done';
  progress: number;
}

const api = createApi({
  baseUrl: '/api',
  requests: {
    job: defineRequest<Job>()({ method: 'GET', path: '/jobs/:id' }),
    news: defineRequest<string[]>()({ method: 'GET', path: '/news' }),
  },
});

export const watched = (id: number): (() => void) =>
  poll(api.job, { id }, ({ data, error }) => console.info(error ? error.kind : data.state), { every: 1000 });

export const withoutParams = () => poll(api.news, {}, (result) => void result.data?.length, { every: 5000 });

export const everyPollOption = (signal: AbortSignal) => {
  const options: PollOptions = {
    every: 1000,
    maxEvery: 60_000,
    inBackground: true,
    signal,
    headers: { 'X-A': '1' },
  };
  return poll(api.job, { id: 1 }, async () => {}, options);
};

export const untilDone = async (id: number): Promise<number> => {
  const { data, error } = await pollUntil(
    api.job,
    { id },
    { every: 500, until: ({ data: job }) => job.state === 'done' },
  );
  return error ? 0 : data.progress;
};

export const givingUp = () =>
  pollUntil(
    api.job,
    { id: 1 },
    { every: 500, giveUpAfter: 60_000, until: (result) => result.data.progress === 1 },
  );

export const handWritten = (ask: (id: number) => Promise<Result<Job>>) => {
  const pollable: Pollable<number, Job> = (id) => ask(id);
  return pollUntil(pollable, 1, { every: 1000, until: ({ data }) => data.state === 'done' });
};

export const refused = () => {
  // @ts-expect-error how often has to be said
  poll(api.job, { id: 1 }, () => {}, {});
  // @ts-expect-error the endpoint's params are required
  poll(api.job, {}, () => {}, { every: 1 });
  // @ts-expect-error what to wait for has to be said
  void pollUntil(api.job, { id: 1 }, { every: 1 });
  // @ts-expect-error there is no such state
  void pollUntil(api.job, { id: 1 }, { every: 1, until: ({ data }) => data.state === 'failed' });
};
