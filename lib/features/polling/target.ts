import {
  asResult,
  type EndpointHandle,
  ENDPOINT_HANDLE,
  type CallOptions,
  describeResult,
  identities,
  type CallInitiator,
  pollScope,
  InvalidInputError,
  type Result,
} from '../../core/internal.js';
import { pluginScopes } from '../endpoint-handle/endpoint-handle.js';
import { BY_VALUE, hasOnlyContent, type KeyRules } from '../cache-keys/content-key.js';
import type { SentContent } from '../cache-keys/wire-content.js';
import type { Pollable } from './poll-options.js';

/** A request, as errors name it. */
export interface NamedRequest {
  readonly method: string;
  readonly url: string;
  /** How many were sent for it so far. */
  readonly attempts?: number;
}

/** The poll that a request is sent for: ends it with the signal, and is told when it is sent. */
export interface RequestListener {
  readonly signal: AbortSignal;
  /** What observers are told of it. */
  readonly origin: CallInitiator;
  onSend(request: NamedRequest): void;
}

/** What params and options make of a target, read once; it can be asked any number of times. */
export interface PreparedRequest {
  /** Undefined where it is not known what will be sent, or where nothing will be. */
  readonly wire:
    (SentContent & { readonly headers: Readonly<Record<string, string>> | undefined }) | undefined;
  /** Sends one request, as a call of its own; without a listener, one that no poll waits for. */
  run(listener?: RequestListener): Promise<Result<unknown>>;
}

/** What is polled: an endpoint, or a function of the user's own. */
export interface PollTarget {
  /** Polls are shared only between targets of one group. */
  readonly group: object;
  /** Which one of its group it is, as text. */
  readonly scope: string;
  /** The endpoint's name on its client; like the next two for messages. */
  readonly name: string | undefined;
  readonly path: string;
  readonly urlTemplate: string;
  /** Those of the client's copy that it is asked through: each ends who asks, as the signal of the options does. */
  readonly signals: readonly AbortSignal[];
  /** Whether its answers are streams: `prepare` then refuses. */
  readonly streams: boolean;
  /** By what rules its params become part of a key. */
  readonly paramsRules: KeyRules;
  /** Reads params and options. */
  prepare(params: unknown, options: CallOptions): PreparedRequest;
}

/** An endpoint function of a client as a poll sees it. */
function endpointTarget(caller: EndpointHandle): PollTarget {
  const { copy, definition } = caller;
  const { name, client, protocol } = definition;
  const { path, urlTemplate } = protocol.definition;
  const series = {};
  // Once: the poll that began now goes on belonging to it.
  const begunIn = pluginScopes(caller, series);
  return {
    group: client,
    get scope() {
      return JSON.stringify([caller.within(pollScope(copy)), begunIn]);
    },
    name,
    path,
    urlTemplate,
    signals: copy.settings.copySignals,
    streams: protocol.reader !== undefined,
    paramsRules: BY_VALUE,
    prepare(params, options) {
      if (protocol.reader)
        throw new InvalidInputError(
          `${path} returns a stream, which can't be polled: call the endpoint directly.`,
        );
      const call = caller.prepare(params, options);
      const { body, url, headers } = call;
      return {
        wire: body && { ...body, url, headers },
        run: (listener) => call.run({ ...listener, series }),
      };
    },
  };
}

const identityOf = /* @__PURE__ */ identities();

/** It is not known what the function sends of an instance, which may be more than its fields show. */
const INSTANCES_BY_IDENTITY: KeyRules = {
  exact: true,
  asJson: false,
  identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
};

/** A function of the user's own as a poll sees it. It shares with callers of the same function only. */
const functionTarget = (ask: Pollable<never, unknown>): PollTarget => ({
  group: ask,
  scope: '',
  name: undefined,
  path: 'your function',
  urlTemplate: '',
  signals: [],
  streams: false,
  paramsRules: INSTANCES_BY_IDENTITY,
  prepare(params, options) {
    const run = async (listener?: RequestListener): Promise<Result<unknown>> => {
      const { signal } = listener ?? new AbortController();
      const answer: unknown = await ask(params as never, { ...options, signal });
      const result = asResult(answer, {
        // The signal ends the poll, and must not end what is asked again after that.
        retry: () => run(),
        errorFacts: { request: { method: '', url: '', params } },
      });
      if (!result)
        throw new TypeError(
          `The polled function returned ${describeResult(answer)}: return the Result of a call.`,
        );
      // All that is known of what it sends.
      if (result.error) listener?.onSend({ ...result.error.request, attempts: result.error.attempts });
      return result;
    };
    return { wire: undefined, run };
  },
});

/** What a poll is to ask, from its first argument. Throws a InvalidInputError for what is no function. */
export function targetOf(
  pollable: Pollable<never, unknown> & { readonly [ENDPOINT_HANDLE]?: EndpointHandle },
): PollTarget {
  if (typeof pollable !== 'function')
    throw InvalidInputError.of('The first poll argument', pollable, 'an endpoint function');
  const caller = pollable[ENDPOINT_HANDLE];
  return caller ? endpointTarget(caller) : functionTarget(pollable);
}
