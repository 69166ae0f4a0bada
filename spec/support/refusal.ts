import { expect } from 'vitest';
import type { ApiError } from '../../lib/index.js';
import type { CalledOnce } from './client.js';

/** An error whose body is what the library threw at the caller's mistake. */
export type Refused = ApiError & { readonly body: TypeError };

/** Shows that the call ended as `'network'` and that nothing was sent; gives the error. */
export const unsent = ({ result, requests }: CalledOnce): ApiError => {
  expect(requests).toHaveLength(0);
  expect(result).toMatchObject({ data: null, response: null, error: { kind: 'network', status: 0 } });
  return result.error!;
};

/** Shows that the call was refused with a TypeError and that nothing was sent; gives the error. */
export const refusal = (captured: CalledOnce): Refused => {
  const error = unsent(captured);
  expect(error.body).toBeInstanceOf(TypeError);
  return error as Refused;
};
