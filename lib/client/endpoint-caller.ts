import type { OutgoingRequest } from '../pipeline/outgoing-request.js';
import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { Call } from './call.js';
import type { Caller } from './caller.js';
import type { Endpoint } from './endpoint.js';

/** An endpoint as the rooms above the client see it. */
export class EndpointCaller implements Caller {
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  get group(): object {
    return this.#endpoint.parts.surroundings;
  }

  get scope(): string {
    const { dedupe } = this.#endpoint.parts;
    return `${this.#endpoint.scope} ${dedupe ? 'dedupe' : ''}`;
  }

  get path(): string {
    return this.#endpoint.parts.protocol.path;
  }

  get urlTemplate(): string {
    return this.#endpoint.parts.protocol.urlTemplate;
  }

  run(
    params: unknown,
    options: CallOptions,
    onSend: (request: OutgoingRequest) => void,
  ): Promise<Result<unknown>> {
    return new Call(this.#endpoint, params, options, onSend).run();
  }
}
