import { bare } from '../../core/platform/bare.js';
import { describeType } from '../../core/platform/describe-type.js';
import { givenOptions } from '../../core/platform/own-properties.js';
import type { OAuthClient, ServerMetadata } from './oauth-client.js';

/** A client whose options have been looked at. */
export type OwnClient = Omit<OAuthClient, 'issuer'> & { readonly issuer: URL | ServerMetadata };

const urlOf = (given: string): URL => {
  try {
    return new URL(given);
  } catch {
    throw new TypeError(
      'OAuthClient: the option issuer is no URL: pass such as "https://login.example.com".',
    );
  }
};

const issuerOf = (given: unknown): URL | ServerMetadata => {
  if (typeof given === 'string') return urlOf(given);
  const { href, issuer } = Object(given) as { href?: unknown; issuer?: unknown };
  if (typeof href === 'string') return urlOf(href);
  if (typeof issuer === 'string') return given as ServerMetadata;
  throw new TypeError(
    `OAuthClient: the option issuer is ${describeType(given)}: pass a URL, or the server's metadata.`,
  );
};

/** Throws a TypeError that names what can't be an option. */
export function readClient(client: OAuthClient): OwnClient {
  const { issuer, clientId, clientAuth, ...rest } = givenOptions(client);
  if (typeof clientId !== 'string' || !clientId)
    throw new TypeError(
      `OAuthClient: the option clientId is ${describeType(clientId)}: pass the client's name.`,
    );
  if (typeof clientAuth !== 'function')
    throw new TypeError(
      `OAuthClient: the option clientAuth is ${describeType(clientAuth)}: pass such as ClientSecretPost(secret).`,
    );
  return bare({ ...rest, clientId, clientAuth, issuer: issuerOf(issuer) });
}
