import { bare } from '../platform/bare.js';
import { describeType } from '../platform/describe-type.js';
import { isObject } from '../platform/is-object.js';
import { isPlain } from '../platform/is-plain.js';
import { Request } from '../request/request.js';
import { DEFAULTS } from '../settings/defaults.js';
import { JsonFormat } from '../wire/json-format.js';
import { readList } from '../wire/read-list.js';
import { isReader } from '../wire/response-reader.js';
import type { RequestConfig } from '../settings/request-config.js';
import { BodyEncoder } from '../wire/body-encoder.js';
import { RESPONSE_TYPES } from '../wire/body-readers.js';
import { readErrorSchemas } from '../wire/error-schemas.js';
import type { ApiConfig, Requests } from './api-config.js';
import { checked, checkJson, refuseSchema } from './checked.js';
import { ClientCore } from './client-core.js';
import { EndpointDefinition } from './endpoint-definition.js';
import { EndpointGroup } from './endpoint-group.js';
import { RestProtocol } from './rest-protocol.js';

/** Throws for what is no name of a response type. */
const checkType = (owner: string, option: string, given: unknown, others = ''): void => {
  if (RESPONSE_TYPES.includes(given as string)) return;
  const described = typeof given === 'string' ? `"${given}"` : `of ${describeType(given)}`;
  throw new TypeError(
    `${owner} has the ${option} ${described}: choose one of ${RESPONSE_TYPES.join(', ')}${others}.`,
  );
};

const checkPlace = (owner: string, config: RequestConfig): void => {
  if (config.place === undefined) return;
  checked(owner, config, { place: 'function' });
  if (config.bodyAs) throw new TypeError(`${owner} has place and bodyAs: take one of them out.`);
};

/** Throws for what is no endpoint, with what it takes to be one. */
const readRequest = (name: string, entry: unknown): RequestConfig => {
  const owner = `The endpoint "${name}"`;
  if (!(entry instanceof Request)) {
    if (isObject(entry) && isPlain(entry) && Object.keys(entry).length === 0)
      throw new TypeError(`The group "${name}" has no endpoint in it: add one, or take it out.`);
    const group = name.includes('.')
      ? ` "${name.slice(0, name.lastIndexOf('.'))}" is taken for a group.`
      : '';
    throw new TypeError(
      `${owner} is ${describeType(entry)}: make it with defineRequest or new Request.${group}`,
    );
  }
  const config = checked(owner, entry.config, { method: 'string', path: 'string' });
  checkJson(owner, config);
  const { method, responseType = DEFAULTS.responseType, errorType, errors } = config;
  // fetch sends 'patch' as it stands, and servers tell cases apart.
  if (/^[a-z]+$/i.test(method) && method !== method.toUpperCase())
    throw new TypeError(`${owner} has the method "${method}": write it in upper case.`);
  if (!isReader(responseType)) checkType(owner, 'responseType', responseType, ', or pass a reader');
  if (errorType != null) checkType(owner, 'errorType', errorType);
  if (isReader(responseType)) refuseSchema(owner, config.schema);
  checkPlace(owner, config);
  return errors == null ? config : bare<RequestConfig>(config, { errors: readErrorSchemas(owner, errors) });
};

/** A plain object, or a module's namespace, with something in it. */
const isGroup = (entry: unknown): entry is Requests =>
  isObject(entry) && !(entry instanceof Request) && isPlain(entry) && Object.keys(entry).length > 0;

type Define = (name: string, entry: unknown) => EndpointDefinition;

/**
 * Makes the endpoints of a client of its `requests`, or those of a group.
 *
 * @param path The groups that it is in, the outermost first.
 */
const groupOf = (
  requests: Requests,
  define: Define,
  path: readonly { readonly name: string; readonly group: Requests }[] = [],
): EndpointGroup =>
  new EndpointGroup(
    Object.entries(requests).map(([key, entry]) => {
      const name = [...path.map((outer) => outer.name), key].join('.');
      if (key === 'then')
        throw new TypeError(
          `The endpoint "${name}" would be called by an await of the client: choose another name.`,
        );
      if (!isGroup(entry)) return [key, define(name, entry)] as const;
      if (path.some(({ group }) => group === entry))
        throw new TypeError(`The group "${name}" is inside of itself: take it out there.`);
      return [key, groupOf(entry, define, [...path, { name: key, group: entry }])] as const;
    }),
  );

/** Reads a client's config, once: what never varies per call is computed here. Throws for a configuration mistake. */
export function compileEndpoints(given: ApiConfig): {
  readonly core: ClientCore;
  readonly endpoints: EndpointGroup;
} {
  const {
    baseUrl,
    requests,
    bodyStrategies = [],
    ...options
  } = checked('createApi', given, { baseUrl: 'string', requests: 'object' });
  const core = new ClientCore(options);
  const strategies = readList('bodyStrategies', bodyStrategies);
  const names = new Set<string>();
  const define: Define = (name, entry) => {
    if (names.has(name))
      throw new TypeError(`There are two endpoints called "${name}", one of them in a group: rename one.`);
    names.add(name);
    const config = readRequest(name, entry);
    const json = new JsonFormat(config, core.json);
    const protocol = new RestProtocol(baseUrl, config, new BodyEncoder(strategies, json), json);
    return new EndpointDefinition(name, core, protocol, config);
  };
  return { core, endpoints: groupOf(requests, define) };
}
