import { Exchange } from '../exchange/exchange.js';
import { systemClock } from '../platform/system-clock.js';
import { EndpointSettings } from '../settings/endpoint-settings.js';
import { readLevel } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import { BodyEncoder } from '../wire/body-encoder.js';
import type { ApiConfig } from './api-config.js';
import { clientConfig, endpointConfig } from './check-config.js';
import type { Endpoint } from './endpoint.js';
import { RestProtocol } from './rest-protocol.js';

/** Reads a client's config, once: what never varies per call is computed here. Throws for a configuration mistake. */
export function compileEndpoints(given: ApiConfig): readonly Endpoint[] {
  const config = clientConfig(given);
  const { baseUrl, requests, fetch, onError, bodyStrategies } = config;
  const client = snapshot(() => readLevel(config));
  const exchange = new Exchange(fetch);
  const bodies = new BodyEncoder(bodyStrategies);
  return Object.keys(requests).map((name) => {
    const request = endpointConfig(name, requests[name]);
    const settings = new EndpointSettings([client, snapshot(() => readLevel(request))]);
    return {
      name,
      protocol: new RestProtocol(baseUrl, request, bodies),
      settings,
      exchange,
      clock: systemClock,
      onError,
    };
  });
}
