import { vi } from 'vitest';
import {
  type ApiConfig,
  type ApiError,
  createApi,
  type Middleware,
  type Plugin,
  Request,
  type RequestConfig,
} from '../../lib/index.js';
import { jsonResponse } from '../../lib/entries/testing.js';
import type { Untyped } from './capture.js';

/** A status without a body, an error for fetch to throw, a Response, or data for a 200. */
export type Answer = number | Error | Response | readonly unknown[] | Readonly<Record<string, unknown>>;

/** One request as fetch received it, with its time. */
export interface Arrived {
  readonly url: string;
  readonly init: RequestInit;
  readonly at: number;
}

/** A status with `Retry-After`. */
export const askingFor = (wait: string, status = 503): Response =>
  jsonResponse(null, { status, headers: { 'retry-after': wait } });

const respond = (answer: Answer): Response => {
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return answer.clone();
  return typeof answer === 'number' ? jsonResponse(null, { status: answer }) : jsonResponse(answer);
};

/** A fetch that returns these responses in order, and repeats the last. Default: `{ n: 1 }`, `{ n: 2 }` and so on. */
export const answeringFetch = (answers: readonly Answer[] = []) => {
  const arrived: Arrived[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    arrived.push({ url, init, at: Date.now() });
    return respond(answers[Math.min(arrived.length, answers.length) - 1] ?? { n: arrived.length });
  };
  return { fetch, arrived };
};

/** A client with the middleware and two equal endpoints. */
export const answering = (
  middleware: readonly (Middleware | Plugin)[],
  { answers, endpoint, ...client }: AnsweringOptions = {},
) => {
  const { fetch, arrived } = answeringFetch(answers);
  const onError = vi.fn<(error: ApiError) => void>();
  const described = () => new Request<Untyped, Untyped>({ method: 'GET', path: '/things', ...endpoint });
  const requests = { read: described(), other: described() };
  const api = createApi({ baseUrl: 'http://api.test', fetch, onError, middleware, ...client, requests });
  return { api, arrived, onError };
};

/** Differences from a plain GET that returns data. */
export interface AnsweringOptions extends Partial<Omit<ApiConfig, 'requests'>> {
  answers?: readonly Answer[];
  endpoint?: Partial<RequestConfig>;
}
