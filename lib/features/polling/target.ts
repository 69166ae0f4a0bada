import {
  asResult,
  type EndpointHandle,
  ENDPOINT_HANDLE,
  type CallOptions,
  describeResult,
  identities,
  type CallInitiator,
  scopeOf,
  InvalidInputError,
  type Result,
} from '../../core/internal.js';
import { pluginScopes, urlTemplateOf } from '../endpoint-handle/endpoint-handle.js';
import { BY_VALUE, hasOnlyContent, type KeyRules } from '../cache-keys/content-key.js';
import type { SentContent } from '../cache-keys/normalize-content.js';
import type { Pollable } from './poll-options.js';

/** A request as errors describe it. */
export interface NamedRequest {
  readonly method: string;
  readonly url: string;
  /** Number of attempts so far. */
  readonly attempts?: number;
}

/** The poll that a request belongs to: its signal ends the request, and `onSend` is called when it's sent. */
export interface RequestListener {
  readonly signal: AbortSignal;
  /** Initiator that observers receive. */
  readonly origin: CallInitiator;
  onSend(request: NamedRequest): void;
}

/** The request of a target with its params and options, which can be sent repeatedly. */
export interface PreparedPoll {
  /** Whether functions return a part of the request when it is sent. Such a poll isn't shared. */
  readonly isLate: boolean;
  /** The content to send; undefined if it's unknown or nothing will be sent. */
  readonly content:
    (SentContent & { readonly headers: Readonly<Record<string, string>> | undefined }) | undefined;
  /** Sends one request as a separate call. Without a listener, the call doesn't belong to a poll. */
  run(listener?: RequestListener): Promise<Result<unknown>>;
}

/** A polled endpoint or a user's function. */
export interface PollTarget {
  /** Only targets of the same group share polls. */
  readonly group: object;
  /** A string that identifies the target in its group. */
  readonly scope: string;
  /** Name of the endpoint on its client. Used in messages, like `path` and `urlTemplate`. */
  readonly name: string | undefined;
  readonly path: string;
  readonly urlTemplate: string;
  /** Signals of the derived client; each ends its callers, like the signal in the options. */
  readonly signals: readonly AbortSignal[];
  /** Whether responses are streams; `prepare` then throws. */
  readonly streams: boolean;
  /** Rules by which params become part of a key. */
  readonly paramsRules: KeyRules;
  /** Reads params and options. */
  prepare(params: unknown, options: CallOptions): PreparedPoll;
}

/** Creates the target of an endpoint function. */
function endpointTarget(caller: EndpointHandle): PollTarget {
  const { copy, definition } = caller;
  const { name, client, protocol } = definition;
  const { path } = protocol.definition;
  const series = {};
  // Read once: the poll keeps belonging to the session in which it started.
  const begunIn = pluginScopes(caller, series);
  return {
    group: client,
    get scope() {
      return JSON.stringify([caller.within(scopeOf(copy, 'poll')), begunIn]);
    },
    name,
    path,
    urlTemplate: urlTemplateOf(caller),
    signals: copy.settings.copySignals,
    streams: protocol.reader !== undefined,
    paramsRules: BY_VALUE,
    prepare(params, options) {
      if (protocol.reader)
        throw new InvalidInputError(
          `${path} returns a stream, which can't be polled: call the endpoint directly.`,
        );
      const call = caller.prepare(params, options);
      const { body, url, headers, isLate } = call;
      return {
        isLate,
        content: body && { ...body, url, headers },
        run: (listener) => call.run({ ...listener, series }),
      };
    },
  };
}

const identityOf = /* @__PURE__ */ identities();

/** A user's function might send more of a class instance than its fields show. */
const INSTANCES_BY_IDENTITY: KeyRules = {
  exact: true,
  asJson: false,
  identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
};

/** Creates the target of a user's function. Only callers with the same function share a poll. */
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
        // The signal ends the poll and must not abort a later `retry()`.
        retry: () => run(),
        errorFacts: { request: { method: '', url: '', params } },
      });
      if (!result)
        throw new TypeError(
          `The polled function returned ${describeResult(answer)}: return the Result of a call.`,
        );
      // Only an error Result contains the request of a user's function.
      if (result.error) listener?.onSend({ ...result.error.request, attempts: result.error.attempts });
      return result;
    };
    return { isLate: false, content: undefined, run };
  },
});

/** Creates the target from the first argument of a poll. Throws an InvalidInputError if it isn't a function. */
export function targetOf(
  pollable: Pollable<never, unknown> & { readonly [ENDPOINT_HANDLE]?: EndpointHandle },
): PollTarget {
  if (typeof pollable !== 'function')
    throw InvalidInputError.of('The first poll argument', pollable, 'an endpoint function');
  const caller = pollable[ENDPOINT_HANDLE];
  return caller ? endpointTarget(caller) : functionTarget(pollable);
}
