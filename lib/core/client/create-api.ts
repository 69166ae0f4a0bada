import { ApiClient } from './api-client.js';
import type { ApiConfig, Requests } from './api-config.js';

/**
 * Makes a client with one async function per entry of `requests`.
 *
 * @throws TypeError for a configuration mistake, with a sentence that says how to mend it. A call never throws.
 */
export function createApi<const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
): ApiClient<TRequests> {
  return new ApiClient(config);
}
