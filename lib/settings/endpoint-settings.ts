import { MiddlewarePipeline } from '../pipeline/middleware-pipeline.js';
import { describeType } from '../platform/describe-type.js';
import { ownDefined } from '../platform/own-defined.js';
import { Refusal } from '../wire/refusal.js';
import type { CallOptions } from './call-options.js';
import type { CallSettings } from './call-settings.js';
import { DEFAULTS } from './defaults.js';
import type { HeaderRecord } from '../pipeline/outgoing-request.js';
import { type Level, joinRecords, mergeLevels, readLevel, readList } from './level.js';

const readSignal = (signal: unknown): AbortSignal | undefined => {
  if (signal == null) return undefined;
  const { aborted, addEventListener } = signal as Partial<AbortSignal>;
  if (typeof aborted === 'boolean' && typeof addEventListener === 'function') return signal as AbortSignal;
  throw new Refusal(`signal is ${describeType(signal)}: pass an AbortSignal.`);
};

/** The levels above one endpoint's calls, merged once, at its first call. */
export class EndpointSettings {
  readonly #levels: readonly (() => Level)[];
  #settled: CallSettings | undefined;

  /** @param levels From the least specific to the most; one that can't be used throws when it is asked for. */
  constructor(levels: readonly (() => Level)[]) {
    this.#levels = levels;
  }

  /** With one more level right above the client's. */
  withLevel(level: () => Level): EndpointSettings {
    const [client, ...rest] = this.#levels;
    return new EndpointSettings(client ? [client, level, ...rest] : [level]);
  }

  /** The configured headers, without a call's own. Throws a Refusal when a level has an invalid one. */
  get headers(): HeaderRecord {
    return this.#underCall.headers;
  }

  /** What one call runs with. Throws a Refusal that names the option which can't be used. */
  forCall(options: CallOptions | undefined): CallSettings {
    const under = this.#underCall;
    if (options == null) return under;
    if (typeof options !== 'object')
      throw new Refusal(`The call options are ${describeType(options)}: pass an object.`);
    const given = ownDefined(options);
    const level = readLevel(given);
    return {
      headers: joinRecords(under.headers, level.headers),
      fetchOptions: joinRecords(under.fetchOptions, level.fetchOptions),
      timeout: level.timeout ?? under.timeout,
      signal: readSignal(given.signal),
      pipeline: under.pipeline.with(level.middleware, readList('skipMiddleware', given.skipMiddleware)),
    };
  }

  get #underCall(): CallSettings {
    return (this.#settled ??= this.#settle());
  }

  #settle(): CallSettings {
    const {
      headers,
      fetchOptions,
      middleware,
      timeout = DEFAULTS.timeout,
    } = this.#levels.map((read) => read()).reduce(mergeLevels);
    return {
      headers,
      fetchOptions,
      timeout,
      signal: undefined,
      pipeline: new MiddlewarePipeline(middleware),
    };
  }
}
