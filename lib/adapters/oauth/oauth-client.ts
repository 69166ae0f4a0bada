import {
  nullProto,
  type FetchLike,
  givenOptions,
  ownDefined,
  InvalidInputError,
} from '../../core/internal.js';

/**
 * How a client proves who it is, as functions of oauth4webapi make it: `ClientSecretPost(secret)`, `PrivateKeyJwt(key)`,
 * or `None()` for a client that can keep no secret.
 */
export type ClientAuthentication = (
  server: never,
  client: never,
  body: URLSearchParams,
  headers: Headers,
) => void | Promise<void>;

/** What is known of an authorization server (RFC 8414): the `AuthorizationServer` of oauth4webapi. */
export interface ServerMetadata {
  /** The URL by which the server calls itself. */
  readonly issuer: string;
  /** Where tokens are got. */
  readonly token_endpoint?: string | undefined;
}

/** A client of an authorization server. Sources that are given the same object ask for the server's metadata once. */
export interface OAuthClient {
  /**
   * The server: the URL of its issuer, whose metadata are fetched with the first token, and again after a failure; or
   * the metadata. Required. What is neither: the source isn't made, it throws. Metadata of another issuer, or without a
   * `token_endpoint`: the refresh has failed.
   */
  readonly issuer: string | URL | ServerMetadata;
  /** The name by which the server knows the client. Required. Without it the source isn't made, it throws. */
  readonly clientId: string;
  /**
   * How the client proves who it is: `ClientSecretPost(secret)` and others of oauth4webapi. Required. No
   * function, and what it throws: the refresh has failed.
   */
  readonly clientAuth: ClientAuthentication;
  /**
   * What the token is to be good for: words with spaces between them. Default: what the server takes for that. The
   * server says what is wrong.
   */
  readonly scope?: string | undefined;
  /**
   * What else the server is sent with each grant, such as `audience` or `resource`; a list is sent item by item, and
   * what the grant itself sends wins. Default: nothing. The server says what is wrong.
   */
  readonly parameters?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * Where the metadata are: as OpenID Connect Discovery has it, or RFC 8414. Default `'oidc'`. Anything else: the
   * refresh has failed.
   */
  readonly discovery?: 'oidc' | 'oauth2' | undefined;
  /** Sends the requests. Default: the platform's. No function: the refresh has failed. */
  readonly fetch?: FetchLike | undefined;
  /**
   * Lets a server be asked over plain HTTP, where everybody on the way reads and changes what goes over it: the
   * client's secret, tokens, refresh tokens. For tests with a server on loopback, and for nothing else. Default false.
   * Anything but true is false.
   */
  readonly allowInsecureRequests?: boolean | undefined;
}

/** A client whose options have been read. */
export type OwnClient = Omit<OAuthClient, 'issuer'> & { readonly issuer: URL | ServerMetadata };

const issuerOf = (given: OAuthClient['issuer']): URL | ServerMetadata => {
  // A URL, of whatever realm, has no issuer.
  if (typeof given === 'object' && Object.hasOwn(given, 'issuer')) return ownDefined(given) as ServerMetadata;
  try {
    return new URL(given as string);
  } catch {
    throw new InvalidInputError(
      'OAuthClient: issuer is not a URL: pass one such as "https://login.example.com".',
    );
  }
};

/** Throws a TypeError for an issuer that is no URL, and without a client's name, which programs read from elsewhere. */
export function readClient(client: OAuthClient): OwnClient {
  const own = givenOptions(client) as OAuthClient;
  if (!own.clientId) throw InvalidInputError.of('OAuthClient: clientId', own.clientId, 'a string');
  return nullProto<OwnClient>(own as OwnClient, { issuer: issuerOf(own.issuer) });
}
