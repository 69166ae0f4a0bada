import { useEffect, useMemo } from 'react';
import { type Caller, CALLER, type EndpointFunction, type ErrorResult } from '../../core/seats.js';
import { poll, type PollOptions } from '../../polling.js';
import { type Answer, answered, type Asked, askedOf, type HookOptions, PENDING } from './asked.js';
import { Live, useShown } from './live.js';

/** Options of `usePoll`: those of `poll`, as far as they are plain values. */
export interface UsePollOptions
  extends HookOptions, Pick<PollOptions, 'every' | 'maxEvery' | 'inBackground' | 'timeout'> {}

/** What is polled in the place of an endpoint with `dedupe`: components must not end each other's requests. */
const withoutDedupe = (callee: Caller): Caller => ({
  definition: callee.definition,
  copy: { ...callee.copy, dedupe: false },
  settings: callee.settings,
  within: (scope) => callee.within(scope),
  call: (params, options, by) => callee.call(params, options, by),
  prepare(params, options) {
    const call = callee.prepare(params, options);
    const run: typeof call.run = (by) => call.run({ ...by, dedupe: false });
    return Object.assign(Object.create(call) as typeof call, { run });
  },
});

class LivePoll extends Live<Answer<unknown, unknown>> {
  readonly #asked: Asked;
  readonly #endpoint: never;
  #options: PollOptions;
  #pace: string;
  #leave: () => void = () => {};

  constructor(asked: Asked, endpoint: unknown, options: PollOptions, pace: string) {
    super(PENDING);
    const { callee } = asked;
    this.#asked = asked;
    this.#endpoint = (
      callee.definition.dedupe ? Object.assign(() => {}, { [CALLER]: withoutDedupe(callee) }) : endpoint
    ) as never;
    this.#options = options;
    this.#pace = pace;
  }

  /** Goes on at another pace, with what is shown. It joins the poll before it leaves it, so that nothing is sent for that. */
  change(options: PollOptions, pace: string): void {
    if (pace === this.#pace) return;
    this.#options = options;
    this.#pace = pace;
    if (!this.isOn) return;
    const leave = this.#leave;
    this.#leave = this.#join();
    leave();
  }

  protected start(): () => void {
    this.#leave = this.#join();
    return () => this.#leave();
  }

  #join(): () => void {
    const { isWaiting, params } = this.#asked;
    if (isWaiting) return () => {};
    return poll<unknown, unknown>(
      this.#endpoint,
      params,
      (result) => this.show(answered(this.read(), result)),
      this.#options,
    );
  }
}

/**
 * Polls an endpoint for a component, as `poll` does: at once, then `every` milliseconds after each answer, later after
 * failures, not in a hidden tab, and as one poll for all components that ask the same. It ends when the component goes.
 * With params of null it waits; nothing is sent on a server. With other options it goes on, and what is shown stays.
 *
 * @throws TypeError, while rendering, for a function that is no endpoint, one whose answers are streams, and for params
 *   that make no key.
 */
export function usePoll<TParams, TData, TErrors>(
  endpoint: EndpointFunction<TParams, TData, TErrors>,
  params: NoInfer<TParams> | null,
  options: UsePollOptions,
): Answer<TData, ErrorResult<never, TErrors>['error']>;
export function usePoll(
  endpoint: unknown,
  params: unknown,
  { key, every, maxEvery, inBackground, timeout } = {} as UsePollOptions,
): Answer<unknown, unknown> {
  const asked = askedOf('usePoll', endpoint, params, key);
  const options = { every, maxEvery, inBackground, timeout };
  const pace = Object.values(options).join();
  const live = useMemo(() => new LivePoll(asked, endpoint, options, pace), [asked.key]);
  // Before the effect that watches it, so that a poll which begins, begins with the newest.
  useEffect(() => live.change(options, pace), [live, pace]);
  return useShown(live);
}
