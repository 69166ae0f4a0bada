import {
  type ApiConfig,
  type CallArguments,
  type CallInfo,
  type CallOptions,
  cancelUnsent,
  type ClientOrigin,
  COPY,
  createApi,
  Endpoint,
  ENDPOINT_HANDLE,
  type EndpointDefinition,
  type ErrorResult,
  failure,
  InvalidInputError,
  isObject,
  isPlain,
  markSafeText,
  nullProto,
  ORIGIN,
  originOf,
  ownDefined,
  type Protocol,
  Request,
  type RequestConfig,
  readBase,
  resolveBase,
  type Result,
  setBrand,
  shownUrl,
  type StandardSchemaV1,
  urlProblem,
  urlUnder,
} from '../../core/internal.js';

/** A request that isn't an endpoint of a client: a config with `path`, or with `url`. */
export interface OneOffRequest<TData = unknown> extends Omit<RequestConfig, 'path' | 'schema'> {
  /** Path that is joined to `baseUrl`, as in `RequestConfig`. Required without `url`. */
  path?: string | undefined;
  /**
   * The URL, sent as it is, before the query of the params: absolute, or relative to `baseUrl`. If it has another origin
   * than the client, the call returns a `'network'` error, because the client's credentials would go with it. Default:
   * none.
   */
  url?: string | undefined;
  /**
   * Other origins that `url` can have, such as `['https://files.example.com']`. The client's headers and middleware apply
   * to them too. Default: none.
   */
  allowOrigins?: readonly string[] | undefined;
  /** Name in errors, logs and observers. Default: the path, or the URL without its query. */
  name?: string | undefined;
  /** Validates the data of a 2xx response and defines its type; see `RequestConfig.schema`. Default: none. */
  schema?: StandardSchemaV1<unknown, TData> | undefined;
}

/** A Request, with its types. */
interface TypedRequest {
  /** The config as it was passed. */
  readonly config: RequestConfig;
  /** The types of the endpoint; only for the compiler. */
  readonly '~types': { readonly params: unknown };
  /** Marks the type as an endpoint; only for the compiler. */
  readonly '~endpoint': true;
}

/** A client: every client has a member `with`, which can be an endpoint. */
interface AnyClient {
  /** The method `with` of a client, or the endpoint of this name. */
  readonly with: unknown;
}

/** A client, or options of `createApi`. An object literal with an unknown option doesn't compile. */
type ClientOrOptions = AnyClient | Partial<Omit<ApiConfig, 'requests'>>;

type ResultOf<TRequest> =
  TRequest extends Request<unknown, infer TResponse, infer TErrors, unknown, infer TSuccess>
    ? Promise<
        [TSuccess] extends [never] ? Result<TResponse, TErrors> : TSuccess | ErrorResult<TResponse, TErrors>
      >
    : never;

/** Whether an object is a copy of a client or a group: one of its members, or of their members, is an endpoint. */
const holdsEndpoint = (value: object, depth = 3): boolean =>
  depth > 0 &&
  Object.values(value).some(
    (member: unknown) =>
      ENDPOINT_HANDLE in (Object(member) as object) ||
      (isObject(member) && isPlain(member) && holdsEndpoint(member, depth - 1)),
  );

/** Returns the state of a client, or of a new one with these options. Throws for an object that only looks like one. */
function originOfTarget(target: object, isClient: boolean): ClientOrigin {
  const isOptions = !isClient && isObject(target) && !holdsEndpoint(target);
  const client = isOptions ? createApi({ baseUrl: '', ...ownDefined(target), requests: {} }) : target;
  const origin = (Object(client) as { [ORIGIN]?: ClientOrigin })[ORIGIN];
  if (origin?.define) return origin;
  throw new InvalidInputError(
    'send got an object that is not a client of createApi: pass the client itself.',
  );
}

/** Replaces the page's origin outside browsers, so that `//host` differs from a relative URL. */
const NO_PAGE = 'http://relative.invalid';

/** Returns the origin of a URL, also for a relative URL outside browsers; `''` for an invalid URL. */
function originUnder(url: string): string {
  try {
    return originOf(url) || new URL(url, NO_PAGE).origin;
  } catch {
    return '';
  }
}

/** Throws unless the URL is valid and has the origin of the base URL, or one of the allowed ones. */
function requireOrigin(url: string, base: string, allowed: readonly string[]): void {
  const origin = originUnder(url);
  const own = originOf(base);
  if (!origin)
    throw new InvalidInputError(
      `The url ${JSON.stringify(shownUrl(url))} is not a valid URL: check its host and port.`,
    );
  if (origin === originUnder(base) || allowed.some((each) => originOf(each) === origin)) return;
  const error = new InvalidInputError(
    `The url has the origin "${origin}", but the client has "${own}": add it to allowOrigins, if the client's credentials can go there.`,
  );
  setBrand(error, 'ForeignOrigin');
  throw error;
}

/** Creates an endpoint. Its error says what is wrong with the config, so the message can contain it. */
function defined(
  origin: ClientOrigin,
  ...endpoint: Parameters<NonNullable<ClientOrigin['define']>>
): EndpointDefinition {
  try {
    return origin.define?.(...endpoint) as EndpointDefinition;
  } catch (thrown) {
    throw thrown instanceof TypeError ? markSafeText(thrown) : thrown;
  }
}

/** Returns a protocol that sends a URL instead of a path. */
function underUrl(protocol: Protocol, url: string): Protocol {
  const shown = shownUrl(url);
  const problem = urlProblem('url', url, shown);
  return {
    definition: { ...protocol.definition, path: shown, template: shown },
    reader: protocol.reader,
    places: protocol.places,
    encode: (params) => {
      const encoded = protocol.encode(params);
      return problem === undefined
        ? { ...encoded, url }
        : { ...encoded, url: shown, body: undefined, refusal: new InvalidInputError(problem) };
    },
    decoder: protocol.decoder,
  };
}

/**
 * Sends a request that isn't an endpoint of the client, such as a URL from a response, with the client's options,
 * middleware, log and observers. Never rejects: a mistake in the config is a `'network'` error, and nothing is sent.
 *
 * @param client A client of `createApi`, or options, for a request without one.
 * @param request A Request, or a config with `path` or `url`.
 * @param params The params, as for an endpoint. Default: none.
 */
export function send<const TRequest extends TypedRequest>(
  client: ClientOrOptions,
  request: TRequest,
  ...args: CallArguments<TRequest['~types']['params']>
): ResultOf<TRequest>;
export function send<TData = unknown>(
  client: ClientOrOptions,
  request: OneOffRequest<TData>,
  params?: unknown,
  options?: CallOptions,
): Promise<Result<TData>>;
export function send(
  client: ClientOrOptions,
  request: TypedRequest | OneOffRequest,
  params?: unknown,
  options?: CallOptions,
): Promise<Result<unknown>> {
  try {
    const isClient = COPY in (Object(client) as object);
    const origin = originOfTarget(client, isClient);
    const described = request instanceof Request ? request.config : request;
    // Don't read `config.path`: a rest pattern creates an object that inherits from `Object.prototype`.
    const { url, path, name, allowOrigins = [], ...config } = ownDefined(described) as OneOffRequest;
    if (url !== undefined && typeof url !== 'string')
      throw InvalidInputError.ofOption('"url" of send', url, 'a string');
    if (!Array.isArray(allowOrigins))
      throw InvalidInputError.ofOption('"allowOrigins" of send', allowOrigins, 'an array');
    if (url !== undefined && path !== undefined)
      throw new InvalidInputError('send got both path and url: remove one.');
    const own = name ?? path ?? shownUrl(url ?? '');
    const entry = new Request({ ...config, path: url === undefined ? path : '' } as RequestConfig);
    const wrap = url === undefined ? undefined : (protocol: Protocol) => underUrl(protocol, url);
    const endpoint = new Endpoint(defined(origin, own, entry, wrap), origin);
    if (url === undefined || !isClient) return endpoint.ask(params, options);
    const given = ownDefined(options).baseUrl;
    const checkedBase = async (facts: CallInfo): Promise<string> => {
      const level = given === undefined ? endpoint.settings.baseUrl : readBase(given);
      const base = await resolveBase(level, facts);
      requireOrigin(urlUnder(base, url), base?.root ?? '', allowOrigins);
      return base?.text ?? '';
    };
    return endpoint.ask(params, nullProto<CallOptions>(options ?? {}, { baseUrl: checkedBase }));
  } catch (thrown) {
    cancelUnsent(params);
    const retry = (): Promise<Result<never>> =>
      send(client, request as OneOffRequest<never>, params, options);
    return Promise.resolve(failure('network', thrown, params, retry));
  }
}
