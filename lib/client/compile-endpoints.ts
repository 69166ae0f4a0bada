import { DedupeRegistry } from '../exchange/dedupe-registry.js';
import { Exchange } from '../exchange/exchange.js';
import { ShareRegistry } from '../exchange/share-registry.js';
import { CallLog } from '../log/call-log.js';
import { describeType } from '../platform/describe-type.js';
import { ownDefined } from '../platform/own-defined.js';
import { systemClock } from '../platform/system-clock.js';
import { Request } from '../request/request.js';
import { readLevel } from '../settings/level.js';
import type { RequestConfig } from '../settings/request-config.js';
import { snapshot } from '../settings/snapshot.js';
import { BodyEncoder } from '../wire/body-encoder.js';
import type { ApiConfig } from './api-config.js';
import { Endpoint } from './endpoint.js';
import { RestProtocol } from './rest-protocol.js';

/** The own options of a config; throws unless those that `required` names are there, with the type it gives. */
const checked = <T extends object>(
  owner: string,
  given: T,
  required: Readonly<Record<string, string>>,
): T => {
  const config = ownDefined(given) as T & Record<string, unknown>;
  for (const [name, type] of Object.entries(required)) {
    if (typeof config[name] !== type)
      throw new TypeError(
        `${owner} takes a ${name}, which is a ${type}; it has ${describeType(config[name])}.`,
      );
  }
  return config;
};

const readEntry = (name: string, entry: unknown): RequestConfig => {
  const owner = `The endpoint "${name}"`;
  if (name === 'then')
    throw new TypeError(`${owner} would be called by an await of the client: choose another name.`);
  if (!(entry instanceof Request))
    throw new TypeError(`${owner} is ${describeType(entry)}: make it with defineRequest or new Request.`);
  return checked(owner, entry.config, { method: 'string', path: 'string' });
};

/** Reads a client's config, once: what never varies per call is computed here. Throws for a configuration mistake. */
export function compileEndpoints(given: ApiConfig): readonly Endpoint[] {
  const config = checked('createApi', given, { baseUrl: 'string', requests: 'object' });
  const client = snapshot(() => readLevel(config));
  const bodies = new BodyEncoder([...(config.bodyStrategies ?? [])]);
  const surroundings = {
    exchange: new Exchange(config.fetch),
    shares: new ShareRegistry(),
    newest: new DedupeRegistry(),
    clock: systemClock,
    log: config.log ? new CallLog(config.log === true ? {} : config.log) : undefined,
    onError: config.onError,
  };
  return Object.entries(config.requests).map(([name, entry]) => {
    const request = readEntry(name, entry);
    const { share = false, dedupe = false } = request;
    if (share && dedupe)
      throw new TypeError(`The endpoint "${name}" can't both share and dedupe: choose one.`);
    const protocol = new RestProtocol(config.baseUrl, request, bodies);
    const levels = [client, snapshot(() => readLevel(request))];
    return new Endpoint({ name, protocol, surroundings, share, dedupe, levels, scope: '' });
  });
}
