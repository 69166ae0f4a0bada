import type { OutgoingRequest } from '../pipeline/outgoing-request.js';
import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { Call } from './call.js';
import type { Caller } from './caller.js';
import { Endpoint } from './endpoint.js';

/** An endpoint that can be called; as the rooms above the client see it, too. */
export class EndpointCaller extends Endpoint implements Caller {
  get group(): object {
    return this.parts.surroundings;
  }

  /** A copy made with `dedupe: false` differs from one made without (specification 4.5, sharing 2). */
  get pollScope(): string {
    return `${String(this.copied.dedupe)} ${this.scope}`;
  }

  /** What the function on the client does. */
  call(params?: unknown, options?: CallOptions): Promise<Result<unknown>> {
    return new Call(this, params, options).run();
  }

  get path(): string {
    return this.parts.protocol.path;
  }

  get urlTemplate(): string {
    return this.parts.protocol.urlTemplate;
  }

  run(
    params: unknown,
    options: CallOptions,
    onSend: (request: OutgoingRequest) => void,
  ): Promise<Result<unknown>> {
    return new Call(this, params, options, onSend).run();
  }

  /** What `getHeaders` of the function on the client gives. */
  headers(): Record<string, string> {
    try {
      return { ...this.configured.headers };
    } catch {
      return {};
    }
  }
}
