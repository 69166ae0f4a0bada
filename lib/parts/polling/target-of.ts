import { describeType, Refusal } from '../../core/seats.js';
import { endpointTarget } from './endpoint-target.js';
import { functionTarget } from './function-target.js';
import type { Pollable } from './poll-options.js';
import type { PollTarget } from './poll-target.js';

/** What a poll is to ask, from its first argument. Throws a Refusal for what is no function. */
export function targetOf(pollable: Pollable<never, unknown>): PollTarget {
  if (typeof pollable !== 'function')
    throw new Refusal(
      `There is nothing to poll: the first argument is ${describeType(pollable)}. Pass an endpoint function.`,
    );
  return endpointTarget(pollable) ?? functionTarget(pollable);
}
