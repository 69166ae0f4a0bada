import { describeType } from '../platform/describe-type.js';
import { Request } from '../request/request.js';
import { DEFAULTS } from '../settings/defaults.js';
import { readList } from '../settings/read-list.js';
import type { RequestConfig } from '../settings/request-config.js';
import { BodyEncoder } from '../wire/body-encoder.js';
import { BODY_READERS } from '../wire/body-readers.js';
import type { ApiConfig } from './api-config.js';
import { checked } from './checked.js';
import type { EndpointParts } from './endpoint-parts.js';
import { endpointMaker } from './endpoint-maker.js';
import { RestProtocol } from './rest-protocol.js';

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
  if (!Object.hasOwn(BODY_READERS, responseType))
    throw new TypeError(
      `${owner} has the responseType "${responseType}": choose one of ${Object.keys(BODY_READERS).join(', ')}.`,
    );
  return config;
};

/** Reads a client's config, once: what never varies per call is computed here. Throws for a configuration mistake. */
export function compileEndpoints(given: ApiConfig): readonly EndpointParts[] {
  const {
    baseUrl,
    requests,
    bodyStrategies = [],
    ...options
  } = checked('createApi', given, { baseUrl: 'string', requests: 'object' });
  const make = endpointMaker(options);
  const bodies = new BodyEncoder(readList('bodyStrategies', bodyStrategies));
  return Object.entries(requests).map(([name, entry]) => {
    const config = readEntry(name, entry);
    return make(name, new RestProtocol(baseUrl, config, bodies), config);
  });
}
