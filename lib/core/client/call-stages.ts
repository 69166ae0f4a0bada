import { attempts } from '../stages/attempts.js';
import type { Attempt } from '../stages/attempt.js';
import type { CallRun } from '../stages/call-run.js';
import { dedupeStage } from '../stages/dedupe.js';
import { thrownAs } from '../stages/facts.js';
import { guardStage } from '../stages/guard.js';
import { logStage } from '../stages/log.js';
import { middlewareStage } from '../stages/middleware.js';
import type { Again } from '../stages/open-response.js';
import { readAttempt } from '../stages/read.js';
import { reportStage } from '../stages/report.js';
import { shareStage } from '../stages/share.js';
import { compose, type Next, type Stage } from '../stages/stage.js';
import { WatchStage } from '../stages/watch-stage.js';
import type { EndpointDefinition } from './endpoint-definition.js';

/** An endpoint, as far as its stages are concerned. */
export interface StagedEndpoint {
  readonly definition: EndpointDefinition;
  /** What calls must come from to share a request. */
  readonly shareScope: string;
  /** What calls must come from to take each other's place. */
  readonly dedupeScope: string;
  /** Whether a newer call takes the place of an older one. */
  readonly dedupe: boolean;
  /** The deadline of a request that several calls share, in milliseconds; 0 for none. Throws for options that can't be used. */
  readonly sharedTimeout: number;
}

/** Makes the request of what the call was asked for. Throws what params or options were refused with. */
const prepare: Stage<CallRun> = {
  run(call, next) {
    call.prepare();
    return next(call);
  },
};

/** A stream that goes on comes through the guard and the middleware anew, and through nothing that stands outside. */
const againThrough =
  (inside: Next<CallRun>): Again =>
  async ({ call }, headers, timeout) => {
    const next = call.successor(timeout);
    try {
      for (const [name, value] of Object.entries(headers)) next.request.setHeader(name, value);
      const result = await inside(next);
      // A try that failed leaves the body before in its place: what is told of the stream counts it, too.
      if (result.error)
        call.request.countThoseOf({ attempts: next.request.attempts - call.request.attempts });
      if (!next.opened?.handOver(result)) next.leave();
      return result;
    } catch (thrown) {
      return next.fail(thrownAs('network', thrown));
    }
  };

/**
 * What stands around the sending of an endpoint's calls, from the outside in. This order is the rule: those who watch
 * see refused calls too; the log and `onError` hear of a call once, with its outcome; the deadline holds for all
 * middleware; each attempt of a middleware may share a request.
 */
export function callStages(endpoint: StagedEndpoint): Next<CallRun> {
  const { definition, dedupe } = endpoint;
  const { core, protocol, share } = definition;
  const { clock, log } = core;
  const sharing = share ? [shareStage(core.shared, clock, endpoint)] : [];
  const begin = attempts(
    compose<Attempt>(
      sharing,
      readAttempt(protocol, (...asked) => again(...asked)),
    ),
  );
  const guard = guardStage(clock, dedupe || protocol.reader !== undefined);
  const again = againThrough(compose<CallRun>([guard, middlewareStage], begin));
  return compose<CallRun>(
    [
      new WatchStage(core.watch, core.name),
      ...(log ? [logStage(log)] : []),
      reportStage(core.onError),
      prepare,
      guard,
      ...(dedupe ? [dedupeStage(core.newest, endpoint)] : []),
      middlewareStage,
    ],
    begin,
  );
}
