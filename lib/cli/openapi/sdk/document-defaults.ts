import type { CredentialRule } from '../../../features/sdk/credentials.js';
import type { SdkOptions } from '../../../features/sdk/sdk-options.js';
import type { DocumentNode } from '../document/json-document.js';
import { alternativesOf, type OperationModel } from '../model/operations.js';
import { camelCase } from '../names.js';

/** Names of schemes that say nothing about the key. */
const GENERAL = /^(api_?key|auth|authorization|bearer|default|http|jwt|token)(_?(auth|token|scheme|key))?$/i;

/** The options of every client, which can't name a key. The compiler requires all of them. */
const OPTIONS: Readonly<Record<keyof SdkOptions, true>> = {
  attemptTimeout: true,
  auth: true,
  baseUrl: true,
  context: true,
  dangerouslyAllowBrowser: true,
  fetch: true,
  fetchOptions: true,
  headers: true,
  logger: true,
  logLevel: true,
  maxRetries: true,
  middleware: true,
  observers: true,
  onInvalidData: true,
  query: true,
  server: true,
  timeout: true,
  webhookSecret: true,
};

/** The same names in lower case, because an option `baseURL` next to `baseUrl` would confuse. */
const RESERVED: ReadonlySet<string> = new Set(Object.keys(OPTIONS).map((name) => name.toLowerCase()));

/** Returns the name of a key's option. */
const optionOf = (scheme: string): string => (GENERAL.test(scheme) ? 'apiKey' : ownOption(scheme));

/** Returns the name of an option that tells a key from other keys. */
function ownOption(scheme: string): string {
  const name = camelCase(scheme) || 'apiKey';
  return RESERVED.has(name.toLowerCase()) ? `${name}Key` : name;
}

/** Returns the options and rules of a security scheme; none for a scheme that a client can't send by itself. */
function rulesOf(name: string, scheme: DocumentNode): [string, CredentialRule][] {
  const type = scheme.text('type');
  if (type === 'oauth2' || type === 'openIdConnect') return [['accessToken', { in: 'bearer' }]];
  if (type === 'http' && scheme.text('scheme')?.toLowerCase() === 'basic')
    return [
      ['username', { in: 'username' }],
      ['password', { in: 'password' }],
    ];
  if (type === 'http')
    return scheme.text('scheme')?.toLowerCase() === 'bearer' ? [[optionOf(name), { in: 'bearer' }]] : [];
  const place = scheme.text('in');
  const field = scheme.text('name');
  if (type !== 'apiKey' || field === undefined || (place !== 'header' && place !== 'query')) return [];
  return [[optionOf(name), { in: place, name: field }]];
}

/** A key of an SDK. */
interface SdkKey {
  readonly rule: CredentialRule;
  readonly isRequired: boolean;
  /** Names of the security schemes that the key satisfies. */
  readonly schemes: readonly string[];
}

/** The keys of an SDK, by the name of the option. */
type KeysByOption = Map<string, SdkKey>;

/** An endpoint with what its operation needs. */
interface SecuredEndpoint {
  readonly name: string;
  readonly operation: Pick<OperationModel, 'schemes' | 'isPublic'>;
}

/** Returns the name that a key is sent under. Names of headers have no case. */
const sentName = ({ in: place, name }: CredentialRule): string | undefined =>
  place === 'header' ? name?.toLowerCase() : name;

const isEqualKey = (one: CredentialRule, other: CredentialRule): boolean =>
  one.in === other.in && sentName(one) === sentName(other);

/** Returns the name of a key's option: another one if a different key has it. Equal keys share an option. */
function freeOption(keys: KeysByOption, option: string, rule: CredentialRule, scheme: string): string {
  const owner = keys.get(option);
  if (!owner || isEqualKey(owner.rule, rule)) return option;
  const [equal] = [...keys].find((key) => isEqualKey(key[1].rule, rule)) ?? [];
  if (equal !== undefined) return equal;
  const own = ownOption(scheme);
  let free = own;
  for (let count = 2; keys.has(free); count += 1) free = `${own}${count}`;
  return free;
}

/** Returns the keys for the schemes that the document or an operation lists, or for all if none is listed. */
function keysOf(root: DocumentNode, endpoints: readonly SecuredEndpoint[]): KeysByOption {
  const schemes = root.at('components').at('securitySchemes');
  const alternatives = alternativesOf(root);
  const names = new Set([...alternatives.flat(), ...endpoints.flatMap(({ operation }) => operation.schemes)]);
  const keys: KeysByOption = new Map();
  for (const name of schemes.keys()) {
    if (names.size > 0 && !names.has(name)) continue;
    const isRequired = alternatives.length > 0 && alternatives.every((each) => each.includes(name));
    for (const [option, rule] of rulesOf(name, schemes.at(name))) {
      const free = freeOption(keys, option, rule, name);
      const equal = keys.get(free);
      keys.set(free, {
        rule,
        isRequired: isRequired || equal?.isRequired === true,
        schemes: [...(equal?.schemes ?? []), name],
      });
    }
  }
  return keys;
}

/** Returns the schemes that an operation accepts; undefined if the document doesn't say. */
function acceptedSchemes(
  { schemes, isPublic }: SecuredEndpoint['operation'],
  ofDocument: readonly string[] | undefined,
): readonly string[] | undefined {
  if (isPublic) return [];
  return schemes.length > 0 ? schemes : ofDocument;
}

/**
 * Returns the schemes of operations that list none; undefined if the document doesn't say. An empty list next to schemes
 * that no operation lists can mean that each service has its own.
 */
function defaultSchemes(root: DocumentNode, endpoints: readonly SecuredEndpoint[]): string[] | undefined {
  const listed = alternativesOf(root).flat();
  const isSaid =
    root.child('security').exists && endpoints.some(({ operation }) => operation.schemes.length > 0);
  return listed.length > 0 || isSaid ? listed : undefined;
}

/** The keys of an SDK, and the endpoints that get none. */
interface SdkAuth {
  readonly auth: Record<string, CredentialRule>;
  /** Names of the endpoints that need no key, or only keys that an SDK can't send. */
  readonly publicEndpoints: readonly string[];
}

/**
 * Returns the rules of an SDK's keys from the security schemes of the document. A key is required if each alternative of
 * the document lists it. Each key is only sent with operations that accept it.
 */
export function authOf(root: DocumentNode, endpoints: readonly SecuredEndpoint[]): SdkAuth {
  const keys = keysOf(root, endpoints);
  const ofDocument = defaultSchemes(root, endpoints);
  const accepted = endpoints.map(({ name, operation }) => ({
    name,
    schemes: acceptedSchemes(operation, ofDocument),
  }));
  const rejecting = (known: readonly string[]): string[] =>
    accepted
      .filter(({ schemes }) => schemes?.some((scheme) => known.includes(scheme)) === false)
      .map(({ name }) => name);
  const publicEndpoints =
    keys.size > 0 ? rejecting([...keys.values()].flatMap(({ schemes }) => schemes)) : [];
  const auth = [...keys].map(([option, { rule, isRequired, schemes }]): [string, CredentialRule] => {
    const except = rejecting(schemes).filter((name) => !publicEndpoints.includes(name));
    return [
      option,
      { ...rule, ...(!isRequired && { optional: true }), ...(except.length > 0 && { except }) },
    ];
  });
  return { auth: Object.fromEntries(auth), publicEndpoints };
}

/** Returns the URL of a server with the defaults of its variables. */
function urlOf(server: DocumentNode): string {
  const variables = server.at('variables');
  return (server.text('url') ?? '').replace(
    /\{([^{}]*)\}/g,
    (whole, name: string) => variables.at(name).text('default') ?? whole,
  );
}

/** Returns the absolute server URLs of a document, by name. */
export function serversOf(root: DocumentNode): Record<string, string> {
  const servers: Record<string, string> = {};
  for (const server of root.at('servers').list()) {
    const url = urlOf(server).replace(/\/$/, '');
    if (!URL.canParse(url)) continue;
    const words = server.text('x-homing-name') ?? server.text('description') ?? '';
    const count = Object.keys(servers).length;
    const name =
      camelCase(words.split(/\s+/).slice(0, 2).join(' ')) ||
      (count === 0 ? 'production' : `server${count + 1}`);
    if (!Object.hasOwn(servers, name)) servers[name] = url;
    else servers[`${name}${count + 1}`] = url;
  }
  return servers;
}
