import {
  type ApiClient,
  createApi,
  InvalidInputError,
  isHeaderName,
  type Middleware,
  ownDefined,
  type Plugin,
  type Requests,
  type Result,
} from '../../core/internal.js';
import { CallPromise, type Unwrapped } from '../results/throwing-call.js';
import { throwing } from '../results/throwing.js';
import type { CredentialRule } from './credentials.js';
import { userAgentOf } from './environment.js';
import { ErrorFactory } from './error-factory.js';
import { limitAttempts, limitError } from './limits.js';
import { logOf } from './log-levels.js';
import { sendOneOff } from './one-off-request.js';
import { dropRemoved, markRemovedOfClient, noteRemoved } from './removed-headers.js';
import { optionsConverter, type SdkRequestOptions, retryPlugin } from './request-options.js';
import { connect } from './sdk-api.js';
import { type AuthRules, hasScheme, OptionReader, type SdkOptions } from './sdk-options.js';
import type { SdkClass, SdkDefinition, SdkRequest, ServerOf } from './sdk-types.js';
import type { SdkWebhooks, WebhookMethods } from './sdk-webhooks.js';

type AnyDefinition = SdkDefinition<Requests, object>;

/** Names the SDK in `User-Agent`, unless the program sets the header. */
const nameProgram =
  (userAgent: string): Middleware =>
  ({ request }, next) => {
    if (request.getHeader('user-agent') === undefined) request.setHeader('user-agent', userAgent);
    return next();
  };

/** Where a key can be sent, and whether the place has a name. */
const PLACES: Readonly<Record<CredentialRule['in'], boolean>> = {
  bearer: false,
  username: false,
  password: false,
  header: true,
  query: true,
};

/** Throws for a definition that would fail only when a client is created. */
function checkDefinition(definition: AnyDefinition): void {
  const { env, servers, auth = {}, requestIdHeader } = definition;
  const check = (isValid: boolean, name: string, value: unknown, wanted: string): void => {
    if (!isValid)
      throw new InvalidInputError(`defineSdk: ${name} is ${JSON.stringify(value)}: pass ${wanted}.`);
  };
  check(/^\w+$/.test(env), '"env"', env, 'letters, digits and _');
  const urls = typeof servers === 'string' ? [servers] : Object.values(Object(servers) as object);
  check(urls.length > 0, '"servers"', servers, 'a URL, or URLs by name');
  const withoutScheme = urls.findIndex((url) => !hasScheme(url));
  check(withoutScheme < 0, 'a URL of "servers"', urls[withoutScheme], 'a string with https://');
  for (const [option, rule] of Object.entries(auth)) {
    const { in: place, name } = ownDefined(rule) as CredentialRule;
    check(Object.hasOwn(PLACES, place), `"in" of ${option}`, place, Object.keys(PLACES).join(', '));
    check(!PLACES[place] || Boolean(name), `"name" of ${option}`, name, 'a header or query param');
    check(place !== 'header' || isHeaderName(name), `"name" of ${option}`, name, 'a valid header name');
  }
  const hasValidId = requestIdHeader === undefined || isHeaderName(requestIdHeader);
  check(hasValidId, '"requestIdHeader"', requestIdHeader, 'a valid header name');
  const problem = limitError(definition);
  if (problem) throw problem;
}

/** Creates the client of an SDK. Its middleware has the order of `stack`, outermost first. */
function clientOf(definition: AnyDefinition, options: OptionReader, retry: Plugin): ApiClient<Requests> {
  const { name, version, requests, idempotency, timeout = 60_000, attemptTimeout = 20_000 } = definition;
  const { baseUrl, auth, limits, logLevel, given } = options;
  const { middleware = [], headers, logger = console } = given;
  const { fetch, fetchOptions, query, observers, onInvalidData, context } = given;
  const userAgent = userAgentOf(name, version);
  const before = [
    noteRemoved,
    userAgent === undefined ? undefined : nameProgram(userAgent),
    idempotency?.plugin,
    auth,
    dropRemoved,
    limitAttempts(limits.attemptTimeout ?? attemptTimeout),
  ];
  return createApi({
    name,
    baseUrl,
    requests,
    headers: markRemovedOfClient(headers),
    timeout: limits.timeout ?? timeout,
    middleware: [...before.filter((entry) => entry !== undefined), ...middleware, retry],
    log: logOf(name, logLevel, logger),
    fetch,
    fetchOptions,
    query,
    observers,
    onInvalidData,
    context,
  });
}

/** Returns the data and the response of a success of `request`; throws the error of a failure. */
function unwrapped({ data, error, response }: Result<unknown>, errors: ErrorFactory): Unwrapped {
  if (error) throw errors.create(error, 'customer');
  return { data, response };
}

/** Returns the member `webhooks` of a client. */
const webhooksOf = ({ verify }: SdkWebhooks<unknown>, options: OptionReader): WebhookMethods<unknown> => ({
  unwrap: async (payload, headers, secret = options.webhookSecret) => verify(payload, headers, secret),
});

/**
 * Creates the class of an SDK: `export class Acme extends defineSdk({ … }) {}`. `new Acme()` reads its keys and the base
 * URL from its options or the environment, and throws an `SdkError` if a required key is missing.
 *
 * @throws TypeError for an invalid `env`, `servers`, `auth`, `errors`, `requestIdHeader`, `timeout`, `attemptTimeout` or
 * `maxRetries`.
 */
export function defineSdk<
  const TRequests extends Requests,
  TResources extends object,
  const TAuth extends AuthRules = {},
  const TServers extends string | Readonly<Record<string, string>> = string,
  TWebhooks = undefined,
  TErrors = unknown,
>(
  definition: SdkDefinition<TRequests, TResources> & {
    readonly auth?: TAuth;
    readonly servers: TServers;
    readonly webhooks?: TWebhooks;
    readonly errorTypes?: TErrors;
  },
): SdkClass<TRequests, TResources, SdkOptions<TAuth, ServerOf<TServers>>, TWebhooks, TErrors>;
export function defineSdk(given: AnyDefinition): new (options?: object) => object {
  const definition = ownDefined(given) as AnyDefinition;
  checkDefinition(definition);
  const errors = new ErrorFactory(definition);
  return class Sdk {
    readonly client: ApiClient<Requests>;
    readonly webhooks: WebhookMethods<unknown> | undefined = undefined;
    readonly #options: OptionReader;
    readonly #convert: ReturnType<typeof optionsConverter>;
    #results: object | undefined = undefined;

    constructor(options?: object) {
      const read = new OptionReader(definition, options);
      const retry = retryPlugin(read.limits.maxRetries ?? definition.maxRetries ?? 2);
      this.#options = read;
      this.#convert = optionsConverter(retry, definition.idempotency?.header ?? 'Idempotency-Key');
      this.client = clientOf(definition, read, retry);
      if (definition.webhooks) this.webhooks = webhooksOf(definition.webhooks, read);
      const resources = this.#resources(throwing(this.client, { error: (error) => errors.create(error) }));
      if (Object.hasOwn(resources, 'then'))
        throw new InvalidInputError('defineSdk: await would call the resource "then": rename it.');
      const taken = Object.keys(resources).find(
        (name) => name in this && (name !== 'webhooks' || definition.webhooks !== undefined),
      );
      if (taken !== undefined)
        throw new InvalidInputError(`defineSdk: each client has a member "${taken}": rename the resource.`);
      Object.assign(this, resources);
    }

    get results(): object {
      return (this.#results ??= this.#resources(this.client));
    }

    request(request: SdkRequest, options?: SdkRequestOptions): unknown {
      const sent = sendOneOff(this.client, request, this.#convert(options));
      return CallPromise.of(sent.then((result) => unwrapped(result, errors)));
    }

    withOptions(options: object): object {
      const { constructor } = this as unknown as { constructor: new (options: object) => object };
      return new constructor(this.#options.mergeOptions(options));
    }

    #resources(client: object): object {
      return definition.resources(connect(client, this.#convert) as never);
    }
  };
}
