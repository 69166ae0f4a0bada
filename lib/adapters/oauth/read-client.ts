import { bare, describeType, givenOptions, isPlatform, ownDefined } from '../../core/seats.js';
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

/** Whether it is a URL as an object, of whatever realm. */
export const isUrl = /* @__PURE__ */ isPlatform('URL') as (value: unknown) => value is URL;

const issuerOf = (given: unknown): URL | ServerMetadata => {
  if (typeof given === 'string') return urlOf(given);
  if (isUrl(given)) return urlOf(given.href);
  const metadata = ownDefined(Object(given) as ServerMetadata);
  if (typeof metadata.issuer === 'string') return metadata as ServerMetadata;
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
