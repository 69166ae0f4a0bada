import {
  type ByStatus,
  createApi,
  defineRequest,
  type ErrorOf,
  type InferInput,
  type InvalidData,
  Request,
  type Result,
  type ResultsByStatus,
  send,
  type StandardIssue,
  type TypedResponse,
} from 'homing';
import { errorResult, successResult } from 'homing/testing';
import { throwing } from 'homing/results';
import { expectAssignable, expectError, expectType } from 'tsd';
import { z } from 'zod';

interface User {
  id: number;
}

interface Job {
  jobId: string;
}

const Users = z.array(z.object({ id: z.number() }));
const JobSchema = z.object({ jobId: z.string() });
const Booking = z.object({ at: z.date().transform((at) => at.toISOString()), seats: z.number() });

const api = createApi({
  baseUrl: '',
  onInvalid: 'report',
  onInvalidData: ({ endpoint, status, issues, data, context }) => {
    expectType<string>(endpoint);
    expectType<number>(status);
    expectType<readonly StandardIssue[]>(issues);
    expectType<unknown>(data);
    expectType<InvalidData['context']>(context);
  },
  requests: {
    schemas: defineRequest()({ method: 'POST', path: '/imports', responses: { 200: Users, 202: JobSchema } }),
    range: defineRequest()({ method: 'POST', path: '/imports', responses: { '2XX': Users } }),
    typed: defineRequest<ByStatus<{ 200: User[]; 202: Job }>>()({ method: 'POST', path: '/imports/:id' }),
    errors: defineRequest<ByStatus<{ 200: User[]; 202: Job }>, {}, { 404: { gone: true } }>()({
      method: 'POST',
      path: '/imports',
    }),
    headers: defineRequest<string[], {}, {}, { 'x-total': string }>()({ method: 'GET', path: '/users' }),
    booking: defineRequest()({ method: 'POST', path: '/bookings', params: Booking, schema: JobSchema }),
    optional: defineRequest()({ method: 'GET', path: '/a', params: z.object({ a: z.number().optional() }) }),
    plain: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
  },
});

// Every Result has a status.
export async function always(): Promise<void> {
  const result = await api.plain({ id: 1 });
  expectType<number>(result.status);
  expectType<Promise<Result<User>>>(api.plain({ id: 1 }));
  expectType<number>(successResult(1).status);
  expectType<number>(errorResult(404).status);
}

// The schemas in `responses` define the data of each status.
export async function bySchemas(): Promise<void> {
  const result = await api.schemas();
  if (result.error) {
    expectType<null>(result.data);
    return;
  }
  expectType<200 | 202>(result.status);
  expectType<User[] | Job>(result.data);
  if (result.status === 202) expectType<Job>(result.data);
  else expectType<User[]>(result.data);
}

// Comparing the status first narrows too, once there is no error.
export async function statusFirst(): Promise<void> {
  const result = await api.schemas();
  if (result.status === 202 && !result.error) expectType<Job>(result.data);
  if (result.status === 200 && !result.error) expectType<User[]>(result.data);
}

// A range gives one type of data, and the status is any number.
export async function byRange(): Promise<void> {
  const result = await api.range();
  if (result.error) return;
  expectType<number>(result.status);
  expectType<User[]>(result.data);
}

// `ByStatus` declares the data of each status without a schema. Path params are read from the path.
export async function written(): Promise<void> {
  const result = await api.typed({ id: 1 });
  expectError(api.typed());
  if (result.error) return;
  if (result.status === 202) expectType<Job>(result.data);
  else expectType<User[]>(result.data);
}

// Errors by status have their types next to it.
expectAssignable<ErrorOf<typeof api.errors> | null>((await api.errors()).error);
export async function withErrors(): Promise<void> {
  const { error } = await api.errors();
  if (error?.kind === 'http' && error.status === 404) expectType<{ gone: true } | null>(error.body);
}

// A retry has the type of the call.
export async function again(): Promise<void> {
  const result = await api.schemas();
  const retried = await result.retry();
  if (!retried.error) expectAssignable<User[] | Job>(retried.data);
}

// A throwing client resolves with the data of all statuses.
expectAssignable<User[] | Job>(await throwing(api).schemas());

// The fourth type argument types the headers of the response.
export async function headersOf(): Promise<void> {
  const result = await api.headers();
  if (result.error) {
    expectType<string | null | undefined>(result.response?.headers.get('x-total'));
    return;
  }
  expectType<string[]>(result.data);
  expectType<string>(result.response.headers.get('x-total'));
  expectType<string | null>(result.response.headers.get('x-other'));
  expectAssignable<Response>(result.response);
}

// The input of a params schema is the type of the params.
void api.booking({ at: new Date(), seats: 1 });
expectError(api.booking({ at: '2030-01-01', seats: 1 }));
expectError(api.booking({ at: new Date() }));
expectError(api.booking());
expectType<{ at: Date; seats: number }>({} as InferInput<typeof Booking>);
void api.optional();
void api.optional({ a: 1 });
expectError(api.optional({ a: 'x' }));

// Only 2xx statuses are keys of `responses`, and only schemas are values.
expectError(defineRequest()({ method: 'GET', path: '/', responses: { 200: { parse: () => 1 } } }));
expectError(defineRequest()({ method: 'GET', path: '/', responses: { 200: Users, 404: JobSchema } }));
expectError(defineRequest()({ method: 'GET', path: '/', responses: { '2xx': Users } }));
expectError(defineRequest()({ method: 'GET', path: '/', responses: { default: Users } }));

// The input of a `schema` is never confused with the schemas of statuses.
export async function inputs(): Promise<void> {
  const { empty, record, text, list, number } = createApi({
    baseUrl: '',
    requests: {
      empty: defineRequest()({ method: 'GET', path: '/', schema: z.object({}) }),
      record: defineRequest()({ method: 'GET', path: '/', schema: z.record(z.string(), z.number()) }),
      text: defineRequest()({ method: 'GET', path: '/', schema: z.string() }),
      list: defineRequest()({ method: 'GET', path: '/', schema: z.array(z.string()) }),
      number: defineRequest()({ method: 'GET', path: '/', schema: z.object({ 200: z.number() }) }),
    },
  });
  expectType<Record<string, never>>((await empty({})).data ?? {});
  expectType<Record<string, number> | null>((await record({})).data);
  expectType<string | null>((await text({})).data);
  expectType<string[] | null>((await list({})).data);
  expectType<{ 200: number } | null>((await number({})).data);
}

// `onInvalid` has two values, on every level.
void api.plain({ id: 1 }, { onInvalid: 'fail' });
void defineRequest<User>()({ method: 'GET', path: '/', onInvalid: 'report' });
expectError(api.plain({ id: 1 }, { onInvalid: 'ignore' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/', onInvalid: true }));

// A request that is sent once has the types of its Request, or of its schema.
export async function once(): Promise<void> {
  const typed = defineRequest<User>()({ method: 'GET', path: '/users/:id' });
  expectType<Promise<Result<User>>>(send(api, typed, { id: 1 }));
  expectError(send(api, typed));
  expectError(send(api, typed, { other: 1 }));
  const made = new Request<{ id: string }, number>({ method: 'GET', path: '/x/:id' });
  expectType<Promise<Result<number>>>(send(api, made, { id: '1' }));
  expectType<Promise<Result<Job>>>(send(api, { method: 'GET', url: 'https://a.test', schema: JobSchema }));
  expectType<Promise<Result<unknown>>>(send({ timeout: 5000 }, { method: 'GET', url: 'https://a.test' }));
  const imports = defineRequest()({ method: 'POST', path: '/i', responses: { 200: Users, 202: JobSchema } });
  const result = await send(api, imports);
  if (!result.error && result.status === 202) expectType<Job>(result.data);
}

// The path, the URL and the origins have their types.
expectError(send(api, { method: 'GET', url: new URL('https://a.test') }));
expectError(send(api, { method: 'GET', path: '/', allowOrigins: 'https://a.test' }));
expectError(send(api, { path: '/' }));

// Without a client, the options are the options of `createApi`.
const named = defineRequest<User>()({ method: 'GET', path: '/' });
const ofUrl = { method: 'GET', url: 'https://a.test' } as const;
void send({}, ofUrl);
void send({ baseUrl: () => 'https://a.test', headers: async () => ({ a: '1' }) }, ofUrl);
void send(api as object, ofUrl);
void send(api.with({ timeout: 5 }), ofUrl);
void send(createApi({ baseUrl: '', requests: { with: named, withHeaders: named } }), ofUrl);
expectError(send({ timout: 5000 }, ofUrl));
expectError(send({ timeout: '5000' }, ofUrl));
expectError(send(null, ofUrl));
expectError(send(api.plain, ofUrl));

// As the OpenAPI generator writes it.
type ImportErrors = { 409: { reason: string } };
const generated = createApi({
  baseUrl: 'https://a.test',
  requests: {
    importUsers: new Request<
      { name: string },
      string[] | undefined,
      ImportErrors,
      unknown,
      ResultsByStatus<
        { 200: string[]; 204: undefined },
        ImportErrors,
        TypedResponse<{ 'x-total': string; link: string | null }>
      >
    >({ method: 'POST', path: '/imports' }),
  },
});
const imported = await generated.importUsers({ name: 'a' });
if (!imported.error) {
  expectType<string[] | undefined>(imported.data);
  if (imported.status === 200) expectType<string[]>(imported.data);
  if (imported.status === 204) expectType<undefined>(imported.data);
  expectType<string>(imported.response.headers.get('x-total'));
  expectType<string | null>(imported.response.headers.get('link'));
  expectType<string | null>(imported.response.headers.get('other'));
} else if (imported.error.kind === 'http' && imported.error.status === 409) {
  expectType<string | undefined>(imported.error.body?.reason);
}
