import { expect } from 'vitest';
import type { ApiError } from '../../lib/index.js';
import type { CalledOnce } from './client.js';

/** An error whose body is the error that the library threw for invalid input. */
export type Refused = ApiError & { readonly body: TypeError };

/** Expects a `'network'` error and no request. Returns the error. */
export const unsent = ({ result, requests }: CalledOnce): ApiError => {
  expect(requests).toHaveLength(0);
  expect(result).toMatchObject({ data: null, response: null, error: { kind: 'network', status: 0 } });
  return result.error!;
};

/** Expects that the call was rejected with a TypeError before sending. Returns the error. */
export const refusal = (captured: CalledOnce): Refused => {
  const error = unsent(captured);
  expect(error.body).toBeInstanceOf(TypeError);
  return error as Refused;
};
