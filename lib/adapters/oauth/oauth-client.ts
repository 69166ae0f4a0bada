import {
  nullProto,
  type FetchLike,
  givenOptions,
  ownDefined,
  InvalidInputError,
} from '../../core/internal.js';

/**
 * How a client authenticates, as a function from oauth4webapi: `ClientSecretPost(secret)`,
 * `PrivateKeyJwt(key)`, or `None()` for a client that can't store a secret.
 */
export type ClientAuthentication = (
  server: never,
  client: never,
  body: URLSearchParams,
  headers: Headers,
) => void | Promise<void>;

/** Metadata of an authorization server (RFC 8414): the `AuthorizationServer` of oauth4webapi. */
export interface ServerMetadata {
  /** URL that identifies the server. */
  readonly issuer: string;
  /** URL of the token endpoint. */
  readonly token_endpoint?: string | undefined;
}

/**
 * A client of an authorization server. Sources created from the same object request the server's metadata
 * once.
 */
export interface OAuthClient {
  /**
   * URL of the issuer, or the server's metadata. Required. For a URL, the metadata is requested with the
   * first token, and again after a failure. Throws a TypeError for any other value. The refresh fails if the
   * metadata has another issuer or no `token_endpoint`.
   */
  readonly issuer: string | URL | ServerMetadata;
  /** Id of the client at the server. Required. Throws a TypeError if it is missing. */
  readonly clientId: string;
  /**
   * Authentication of the client, such as `ClientSecretPost(secret)` from oauth4webapi. Required. The refresh
   * fails if it throws or is not a function.
   */
  readonly clientAuth: ClientAuthentication;
  /**
   * Scopes of the token, separated by spaces. Default: the server decides. The server rejects invalid scopes.
   */
  readonly scope?: string | undefined;
  /**
   * Additional fields of each token request, such as `audience` or `resource`. The items of an array are sent
   * one by one. Fields of the grant take precedence. Default: none. The server rejects invalid fields.
   */
  readonly parameters?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * Location of the metadata: OpenID Connect Discovery or RFC 8414. The refresh fails for any other value.
   *
   * @default 'oidc'
   */
  readonly discovery?: 'oidc' | 'oauth2' | undefined;
  /** Sends the requests. Default: the global fetch. The refresh fails if it is not a function. */
  readonly fetch?: FetchLike | undefined;
  /**
   * Whether to allow plain HTTP, where anyone on the network path can read and change the client secret and
   * the tokens. Only for tests with a server on the loopback address. Only `true` enables it.
   *
   * @default false
   */
  readonly allowInsecureRequests?: boolean | undefined;
}

/** A client with validated options. */
export type OwnClient = Omit<OAuthClient, 'issuer'> & { readonly issuer: URL | ServerMetadata };

const issuerOf = (given: OAuthClient['issuer']): URL | ServerMetadata => {
  // Don't test for a URL class: a URL has no own `issuer`, also if it comes from another realm.
  if (typeof given === 'object' && Object.hasOwn(given, 'issuer')) return ownDefined(given) as ServerMetadata;
  try {
    return new URL(given as string);
  } catch {
    throw new InvalidInputError(
      'OAuthClient: issuer is not a URL: pass one such as "https://login.example.com".',
    );
  }
};

/**
 * Reads and validates the options. Throws a TypeError for an issuer that is not a URL, and without a
 * `clientId`, which can be missing if it comes from the environment.
 */
export function readClient(client: OAuthClient): OwnClient {
  const own = givenOptions(client) as OAuthClient;
  if (!own.clientId) throw InvalidInputError.of('OAuthClient: clientId', own.clientId, 'a string');
  return nullProto<OwnClient>(own as OwnClient, { issuer: issuerOf(own.issuer) });
}
