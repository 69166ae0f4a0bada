import { describeType } from '../platform/describe-type.js';
import { Request } from '../request/request.js';
import { DEFAULTS } from '../settings/defaults.js';
import { readList } from '../wire/read-list.js';
import { isReader } from '../wire/response-reader.js';
import type { RequestConfig } from '../settings/request-config.js';
import { BodyEncoder } from '../wire/body-encoder.js';
import { BODY_READERS } from '../wire/body-readers.js';
import type { ApiConfig } from './api-config.js';
import { checked } from './checked.js';
import { ClientCore } from './client-core.js';
import { EndpointDefinition } from './endpoint-definition.js';
import { RestProtocol } from './rest-protocol.js';

const describeResponseType = (given: unknown): string =>
  typeof given === 'string' ? `"${given}"` : `of ${describeType(given)}`;

const readEntry = (name: string, entry: unknown): RequestConfig => {
  const owner = `The endpoint "${name}"`;
  if (name === 'then')
    throw new TypeError(`${owner} would be called by an await of the client: choose another name.`);
  if (!(entry instanceof Request))
    throw new TypeError(`${owner} is ${describeType(entry)}: make it with defineRequest or new Request.`);
  const config = checked(owner, entry.config, { method: 'string', path: 'string' });
  const { method, responseType = DEFAULTS.responseType } = config;
  // fetch sends 'patch' as it stands, and servers tell cases apart.
  if (/^[a-z]+$/i.test(method) && method !== method.toUpperCase())
    throw new TypeError(`${owner} has the method "${method}": write it in upper case.`);
  if (!isReader(responseType) && !Object.hasOwn(BODY_READERS, responseType))
    throw new TypeError(
      `${owner} has the responseType ${describeResponseType(responseType)}: choose one of ${Object.keys(BODY_READERS).join(', ')}, or pass a reader.`,
    );
  if (isReader(responseType) && config.schema)
    throw new TypeError(
      `${owner} has a schema, and a reader as its responseType: let the reader validate, and take the schema out.`,
    );
  return config;
};

/** Reads a client's config, once: what never varies per call is computed here. Throws for a configuration mistake. */
export function compileEndpoints(given: ApiConfig): {
  readonly core: ClientCore;
  readonly endpoints: readonly EndpointDefinition[];
} {
  const {
    baseUrl,
    requests,
    bodyStrategies = [],
    ...options
  } = checked('createApi', given, { baseUrl: 'string', requests: 'object' });
  const core = new ClientCore(options);
  const bodies = new BodyEncoder(readList('bodyStrategies', bodyStrategies));
  const endpoints = Object.entries(requests).map(([name, entry]) => {
    const config = readEntry(name, entry);
    return new EndpointDefinition(name, core, new RestProtocol(baseUrl, config, bodies), config);
  });
  return { core, endpoints };
}
