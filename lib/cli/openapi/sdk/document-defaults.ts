import type { CredentialRule } from '../../../features/sdk/credentials.js';
import type { SdkOptions } from '../../../features/sdk/sdk-options.js';
import type { DocumentNode } from '../document/json-document.js';
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
function optionOf(scheme: string): string {
  const name = GENERAL.test(scheme) ? 'apiKey' : camelCase(scheme) || 'apiKey';
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
  if (type === 'http') return [[optionOf(name), { in: 'bearer' }]];
  const place = scheme.text('in');
  const field = scheme.text('name');
  if (type !== 'apiKey' || field === undefined || (place !== 'header' && place !== 'query')) return [];
  return [[optionOf(name), { in: place, name: field }]];
}

/** Returns the names of the schemes that each alternative of the document's requirement lists. */
const alternativesOf = (root: DocumentNode): readonly (readonly string[])[] =>
  root
    .at('security')
    .list()
    .map((each) => each.keys());

/** Returns the rules of an SDK's keys from the security schemes. A key is required if every call needs it. */
export function authOf(root: DocumentNode): Record<string, CredentialRule> {
  const schemes = root.at('components').at('securitySchemes');
  const alternatives = alternativesOf(root);
  const names = new Set(alternatives.flat());
  const rules: Record<string, CredentialRule> = {};
  for (const name of schemes.keys()) {
    if (names.size > 0 && !names.has(name)) continue;
    const isRequired = names.has(name) && alternatives.every((each) => each.includes(name));
    for (const [option, rule] of rulesOf(name, schemes.at(name)))
      if (!Object.hasOwn(rules, option)) rules[option] = { ...rule, ...(!isRequired && { optional: true }) };
  }
  return rules;
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
