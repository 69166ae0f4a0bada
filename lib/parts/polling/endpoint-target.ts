import {
  CALLER,
  type Caller,
  type ClientCopy,
  type Plugin,
  pollScope,
  type PreparedCall,
  Refusal,
} from '../../core/seats.js';
import { BY_VALUE } from '../../keys.js';
import type { PollTarget, PreparedRequest } from './poll-target.js';

/** What is known of a request before it is sent, as keys take it. */
const wireOf = (wire: NonNullable<PreparedCall['wire']>): NonNullable<PreparedRequest['wire']> => ({
  ...wire,
  isJson: wire.isJson ?? false,
  contentType: wire.contentType ?? undefined,
});

const preparedRequest = (call: PreparedCall, series: object): PreparedRequest => ({
  wire: call.wire && wireOf(call.wire),
  takeOver: () => call.takeOver(),
  run: (listener) => call.run({ ...listener, series }),
});

/** Each of them ends all that is asked through the copy. */
const signalsOf = (copy: ClientCopy): readonly AbortSignal[] => {
  try {
    return copy.level().copySignals;
  } catch {
    // Every call through the copy is refused.
    return [];
  }
};

/** What its plugins say that a poll which begins now belongs to; each that can't be asked says nothing. */
const pluginScopes = ({ middleware }: Caller, series: object): readonly unknown[] =>
  middleware.map((entry) => {
    try {
      return (entry as Partial<Plugin>).scope?.(series);
    } catch {
      return undefined;
    }
  });

/** An endpoint function of a client as a poll sees it; undefined for a function that is none. */
export function endpointTarget(pollable: object & { readonly [CALLER]?: Caller }): PollTarget | undefined {
  const caller = pollable[CALLER];
  if (!caller) return undefined;
  const { group, copy, name, path, urlTemplate, streams } = caller;
  const series = {};
  // Once: the poll that began now goes on belonging to it.
  const begunIn = pluginScopes(caller, series);
  return {
    group,
    get scope() {
      return JSON.stringify([caller.within(pollScope(copy)), begunIn]);
    },
    signals: signalsOf(copy),
    name,
    path,
    urlTemplate,
    refusal: streams
      ? new Refusal(`The answers of ${path} are streams, which can't be polled: call the endpoint itself.`)
      : undefined,
    paramsRules: BY_VALUE,
    prepare: (params, options) => preparedRequest(caller.prepare(params, options), series),
  };
}
