import { copyData, type Result, type SuccessResult } from '../../core/seats.js';
import type { CacheEntry } from './cache-store.js';

/** A success as a store keeps it, with data of its own. */
export const entryOf = ({ data, response }: SuccessResult<unknown>): CacheEntry => {
  const { status, statusText, headers } = response;
  // A session that the server began for one caller is not for the next.
  const kept = [...headers].filter(([name]) => name !== 'set-cookie');
  return { data: copyData(data), status, statusText, headers: kept };
};

/** An entry as a Result, with data of its own; without `retry`, for a pipeline to complete. */
export const resultOf = ({ data, status, statusText, headers }: CacheEntry): Partial<Result<unknown>> => ({
  data: copyData(data),
  error: null,
  response: new Response(null, { status, statusText, headers: [...headers] as [string, string][] }),
});
