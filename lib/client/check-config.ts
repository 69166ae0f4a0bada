import type { ApiConfig } from './api-config.js';
import { describeType } from '../platform/describe-type.js';
import { ownDefined } from '../platform/own-defined.js';
import { Request } from '../request/request.js';
import type { RequestConfig } from '../settings/request-config.js';
import type { BodyStrategy } from '../wire/body-strategy.js';
import { READERS } from '../wire/response-decoder.js';

const isSchema = (value: unknown): boolean =>
  isFunction((value as { '~standard'?: { validate?: unknown } } | null)?.['~standard']?.validate);

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Throws a TypeError with the sentence unless the condition holds. */
function demand(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new TypeError(sentence);
}

/** The config of an entry of `requests`; throws when it can't be an endpoint, and says how to mend it. */
export function endpointConfig(name: string, entry: unknown): RequestConfig {
  demand(
    name !== 'then',
    'An endpoint can\'t be called "then": an await of the client would call it. Choose another name.',
  );
  demand(
    entry instanceof Request,
    `requests.${name} is ${describeType(entry)} and no endpoint: make it with defineRequest or new Request.`,
  );
  const config = ownDefined(entry.config) as RequestConfig;
  const { method, path, bodyAs, responseType, schema } = config as Partial<
    Record<keyof RequestConfig, unknown>
  >;
  demand(typeof method === 'string', `requests.${name} has no method: give it one, such as 'GET'.`);
  demand(typeof path === 'string', `requests.${name} has no path: give it one, such as '/users/:id'.`);
  demand(
    bodyAs === undefined || bodyAs === 'body' || bodyAs === 'query',
    `bodyAs of requests.${name} must be 'body' or 'query'.`,
  );
  demand(
    responseType === undefined || Object.hasOwn(READERS, responseType as PropertyKey),
    `responseType of requests.${name} must be one of ${Object.keys(READERS).join(', ')}.`,
  );
  demand(
    schema === undefined || isSchema(schema),
    `schema of requests.${name} is no Standard Schema: its library's version may be too old.`,
  );
  return config;
}

/** A client's config, apart from its endpoints; throws when something in it can't be used, and says how to mend it. */
export function clientConfig(
  given: ApiConfig,
): Omit<ApiConfig, 'bodyStrategies'> & { bodyStrategies: readonly BodyStrategy[] } {
  const config = ownDefined(given) as ApiConfig;
  const {
    baseUrl,
    requests,
    fetch,
    onError,
    bodyStrategies = [],
  } = config as Partial<Record<keyof ApiConfig, unknown>>;
  demand(
    typeof baseUrl === 'string',
    `baseUrl is ${describeType(baseUrl)}: pass a string, '' for the page's own origin.`,
  );
  demand(
    typeof requests === 'object' && requests !== null,
    `requests is ${describeType(requests)}: pass an object of endpoints.`,
  );
  demand(
    fetch === undefined || isFunction(fetch),
    `fetch is ${describeType(fetch)}: pass a function, or leave it out for the global one.`,
  );
  demand(
    onError === undefined || isFunction(onError),
    `onError is ${describeType(onError)}: pass a function.`,
  );
  demand(Array.isArray(bodyStrategies), `bodyStrategies is ${describeType(bodyStrategies)}: pass an array.`);
  return { ...config, bodyStrategies: [...(bodyStrategies as BodyStrategy[])] };
}
