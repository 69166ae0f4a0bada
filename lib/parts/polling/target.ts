import {
  asResult,
  type Caller,
  CALLER,
  type CallOptions,
  describeResult,
  describeType,
  identities,
  type Origin,
  type Plugin,
  pollScope,
  Refusal,
  type Result,
} from '../../core/seats.js';
import { BY_VALUE, hasOnlyContent, type KeyRules, type Wire } from '../../keys.js';
import type { Pollable } from './poll-options.js';

/** A request, as errors name it. */
export interface NamedRequest {
  readonly method: string;
  readonly url: string;
  /** How many were sent for it so far. */
  readonly attempts?: number;
}

/** Somebody for whom a request is sent: ends it with the signal, and is told of it when it is sent. */
export interface RequestListener {
  readonly signal: AbortSignal;
  /** What observers are told of it. */
  readonly origin?: Origin;
  onSend(request: NamedRequest): void;
}

/** What params and options make of a target, read once; it can be asked any number of times. */
export interface PreparedRequest {
  /** What will be sent; undefined where that is not known, or where nothing will be. */
  readonly wire: (Wire & { readonly headers: Readonly<Record<string, string>> | undefined }) | undefined;
  /** Sends one request, as a call of its own. The `retry()` of its Result sends another, for nobody in particular. */
  run(listener: RequestListener): Promise<Result<unknown>>;
}

/** What is polled: an endpoint, or a function of the user's own. */
export interface PollTarget {
  /** Polls are shared only between targets of one group. */
  readonly group: object;
  /** Which one of its group it is, as text. */
  readonly scope: string;
  /** The endpoint's name on its client; undefined for a function of the user's own. */
  readonly name: string | undefined;
  /** Those of the client's copy that it is asked through: each ends who asks, as the signal of the options does. */
  readonly signals: readonly AbortSignal[];
  /** For messages. */
  readonly path: string;
  /** For messages. */
  readonly urlTemplate: string;
  /** Why it can't be polled; undefined where it can. */
  readonly refusal: Error | undefined;
  /** By what rules its params become part of a key. */
  readonly paramsRules: KeyRules;
  /** Reads params and options. */
  prepare(params: unknown, options: CallOptions): PreparedRequest;
}

/** Nobody ends the request, and nobody is told of it. */
export const noListener = (): RequestListener => ({
  signal: new AbortController().signal,
  onSend: () => undefined,
});

type PreparedCall = ReturnType<Caller['prepare']>;

/** What is known of a request before it is sent, as keys take it. */
const wireOf = ({ body, url, headers }: PreparedCall): PreparedRequest['wire'] =>
  body && {
    url,
    headers,
    body: body.body,
    isJson: body.isJson ?? false,
    contentType: body.contentType ?? undefined,
  };

const preparedRequest = (call: PreparedCall, series: object): PreparedRequest => ({
  wire: wireOf(call),
  run: (listener) => call.run({ ...listener, series }),
});

/** Each of them ends all that is asked through the copy. */
const signalsOf = ({ copy }: Caller): readonly AbortSignal[] => copy.settings.copySignals;

/** What its plugins say that a poll which begins now belongs to; each that can't be asked says nothing. */
const pluginScopes = ({ settings }: Caller, series: object): readonly unknown[] =>
  settings.middleware.map((entry) => {
    try {
      return (entry as Partial<Plugin>).scope?.(series);
    } catch {
      return undefined;
    }
  });

/** An endpoint function of a client as a poll sees it; undefined for a function that is none. */
function endpointTarget(pollable: object & { readonly [CALLER]?: Caller }): PollTarget | undefined {
  const caller = pollable[CALLER];
  if (!caller) return undefined;
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
    signals: signalsOf(caller),
    name,
    path,
    urlTemplate,
    refusal: protocol.reader
      ? new Refusal(`The answers of ${path} are streams, which can't be polled: call the endpoint itself.`)
      : undefined,
    paramsRules: BY_VALUE,
    prepare: (params, options) => preparedRequest(caller.prepare(params, options), series),
  };
}

/** A function of the user's own that can be polled. */
type AskingFunction = (params: never, options: CallOptions) => Promise<Result<unknown>>;

const identityOf = /* @__PURE__ */ identities();

/** It is not known what the function sends of an instance, which may be more than its fields show. */
const INSTANCES_BY_IDENTITY: KeyRules = {
  exact: true,
  asJson: false,
  identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
};

const run = async (
  ask: AskingFunction,
  params: unknown,
  options: CallOptions,
  listener: RequestListener,
): Promise<Result<unknown>> => {
  const answer: unknown = await ask(params as never, { ...options, signal: listener.signal });
  const result = asResult(answer, {
    // The signal ends the poll, and must not end what is asked again after that.
    retry: () => run(ask, params, options, noListener()),
    errorFacts: { request: { method: '', url: '', params } },
  });
  if (!result)
    throw new TypeError(
      `The polled function gave ${describeResult(answer)}, which is no Result: return that of a call.`,
    );
  // All that is known of what it sends.
  if (result.error) {
    const { request, attempts } = result.error;
    listener.onSend({ ...request, attempts });
  }
  return result;
};

/** A function of the user's own as a poll sees it. It shares with callers of the same function only. */
const functionTarget = (ask: AskingFunction): PollTarget => ({
  group: ask,
  scope: '',
  signals: [],
  name: undefined,
  refusal: undefined,
  path: 'a function of your own',
  urlTemplate: '',
  paramsRules: INSTANCES_BY_IDENTITY,
  prepare(params, options) {
    return {
      wire: undefined,
      run: (listener) => run(ask, params, options, listener),
    };
  },
});

/** What a poll is to ask, from its first argument. Throws a Refusal for what is no function. */
export function targetOf(pollable: Pollable<never, unknown>): PollTarget {
  if (typeof pollable !== 'function')
    throw new Refusal(
      `There is nothing to poll: the first argument is ${describeType(pollable)}. Pass an endpoint function.`,
    );
  return endpointTarget(pollable) ?? functionTarget(pollable);
}
