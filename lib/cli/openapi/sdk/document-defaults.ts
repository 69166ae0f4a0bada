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

/** A key of an SDK, by the name of its option. */
type KeysByOption = Map<string, { readonly rule: CredentialRule; readonly isRequired: boolean }>;

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

/**
 * Returns the rules of an SDK's keys from the security schemes that the document or an operation lists, or from all if
 * none is listed. A key is required if each alternative of the document lists it.
 */
export function authOf(
  root: DocumentNode,
  operations: readonly Pick<OperationModel, 'schemes'>[],
): Record<string, CredentialRule> {
  const schemes = root.at('components').at('securitySchemes');
  const alternatives = alternativesOf(root);
  const names = new Set([...alternatives.flat(), ...operations.flatMap(({ schemes }) => schemes)]);
  const keys: KeysByOption = new Map();
  for (const name of schemes.keys()) {
    if (names.size > 0 && !names.has(name)) continue;
    const isRequired = alternatives.length > 0 && alternatives.every((each) => each.includes(name));
    for (const [option, rule] of rulesOf(name, schemes.at(name))) {
      const free = freeOption(keys, option, rule, name);
      keys.set(free, { rule, isRequired: isRequired || keys.get(free)?.isRequired === true });
    }
  }
  return Object.fromEntries(
    [...keys].map(([option, { rule, isRequired }]) => [
      option,
      isRequired ? rule : { ...rule, optional: true },
    ]),
  );
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
