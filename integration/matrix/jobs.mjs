import { collect, paginate } from '../../dist/pagination.js';
import { poll, pollUntil } from '../../dist/polling.js';
import { MAX_DURATION } from './endpoints.mjs';
import { CALL_ID } from './request-log.mjs';

const now = () => performance.now();

/** The signals: milliseconds until the abort, undefined for never, null for no signal. */
const SIGNALS = {
  'a long-lived signal': () => undefined,
  'a long-lived signal, too': () => undefined,
  'no signal': () => null,
  'no signal, too': () => null,
  'a signal that aborts soon': (draw) => draw.between(0, 100),
  'a signal that aborts late': (draw) => draw.between(100, 1000),
  'a signal that may have aborted': (draw) => draw.of(-1, 20, 500),
};

/** The signal of one call: how it is passed, and when it aborts. */
class Signal {
  aborted;
  #timer;

  constructor(kit, abortsIn) {
    if (abortsIn === null) return;
    const controller = abortsIn === undefined ? kit.longLived : new AbortController();
    this.signal = controller.signal;
    const abort = () => {
      this.aborted = now();
      controller.abort(new Error('The caller has left.'));
    };
    if (abortsIn === -1) abort();
    else if (abortsIn !== undefined) this.#timer = setTimeout(abort, abortsIn);
  }

  over() {
    clearTimeout(this.#timer);
  }
}

/** Reads a stream to its end, or stops early. */
const readStream = async (stream, leavesAfter) => {
  const items = [];
  const began = now();
  if (leavesAfter === 0) await stream.cancel();
  else
    for await (const item of stream) {
      if (items.length < 100 || item.error) items.push(item);
      if (items.length === leavesAfter) break;
    }
  return { items, began, ended: now() };
};

/** Makes one call. Returns the facts to check. */
const makeCall = async (kit, name, run, signal) => {
  const before = kit.ledger.of(name);
  const began = now();
  const seen = { name, began, deadline: kit.deadline, signal, reads: kit.reads };
  seen.result = await kit.within(kit.deadline, run, seen);
  seen.settled = now();
  seen.sent = kit.ledger.of(name) - before;
  signal.over();
  const { data, error } = seen.result ?? {};
  if (kit.reads === 'stream' && !error && data && seen.result.response)
    seen.stream = await kit.within(MAX_DURATION, () => readStream(data, kit.leavesAfter), seen);
  return seen;
};

const asked = (kit, name, signal) => () =>
  kit.ask(kit.params(), { timeout: kit.callTimeout, signal: signal.signal, headers: { [CALL_ID]: name } });

const call = (kit, name, abortsIn = kit.abortsIn) => {
  const signal = new Signal(kit, abortsIn);
  return makeCall(kit, name, asked(kit, name, signal), signal);
};

const optionsOf = (kit, name, signal) => ({
  timeout: kit.callTimeout,
  signal: signal.signal,
  headers: { [CALL_ID]: name },
});

/** Several calls as one job. Each Result is checked, and the time of the whole job. */
const several = (kit, name, signal, deadline) => ({
  name,
  began: now(),
  deadline,
  signal,
  reads: kit.reads,
  isSeveral: true,
});

/** The jobs for an endpoint. Each resolves with the facts to check. */
const JOBS = {
  alone: async (kit) => [await call(kit, 'a')],
  'two at once': (kit) => Promise.all([call(kit, 'a'), call(kit, 'b', kit.otherAbortsIn)]),
  'two in turn': async (kit) => [await call(kit, 'a'), await call(kit, 'b', kit.otherAbortsIn)],
  'and again': async (kit) => {
    const first = await call(kit, 'a');
    if (typeof first.result?.retry !== 'function') return [first];
    return [first, await makeCall(kit, 'a', () => first.result.retry(), first.signal)];
  },
  poll: (kit) => {
    const signal = new Signal(kit, kit.abortsIn);
    const polled = several(kit, 'a', signal, kit.deadline + 200);
    polled.results = [];
    polled.arrivals = [polled.began];
    return new Promise((resolve) => {
      let stop = () => undefined;
      const end = setTimeout(() => {
        stop();
        signal.over();
        // No callback must run after this.
        polled.settled = now();
        resolve([polled]);
      }, 700);
      void end;
      stop = poll(
        kit.ask,
        kit.params(),
        (result) => {
          polled.results.push(result);
          polled.arrivals.push(now());
        },
        { ...optionsOf(kit, 'a', signal), every: kit.every, maxEvery: 150 },
      );
    });
  },
  'until it is so': async (kit) => {
    const signal = new Signal(kit, kit.abortsIn);
    const waited = several(kit, 'a', signal, 600);
    const options = {
      ...optionsOf(kit, 'a', signal),
      every: kit.every,
      maxEvery: 150,
      giveUpAfter: 600,
      until: () => kit.isAwaited,
    };
    const result = await kit.within(600, () => pollUntil(kit.ask, kit.params(), options), waited);
    signal.over();
    return [{ ...waited, results: [result], settled: now() }];
  },
  'page by page': async (kit) => {
    const signal = new Signal(kit, kit.abortsIn);
    const walked = several(kit, 'a', signal, 3 * kit.deadline);
    const walk = async () => {
      const pages = [];
      const options = { ...optionsOf(kit, 'a', signal), maxPages: 3, next: () => kit.params() };
      for await (const page of paginate(kit.ask, kit.params(), options)) pages.push(page);
      return pages;
    };
    walked.results = await kit.within(walked.deadline, walk, walked);
    signal.over();
    return [{ ...walked, settled: now() }];
  },
  'all pages': async (kit) => {
    const signal = new Signal(kit, kit.abortsIn);
    const walked = several(kit, 'a', signal, 3 * kit.deadline);
    const options = { ...optionsOf(kit, 'a', signal), maxPages: 3, next: () => kit.params() };
    const walk = () => collect(paginate(kit.ask, kit.params(), options));
    const result = await kit.within(walked.deadline, walk, walked);
    signal.over();
    return [{ ...walked, results: [result], isCollected: true, settled: now() }];
  },
};

const WHOLE_JOBS = Object.keys(JOBS);
const STREAM_JOBS = ['alone', 'two at once', 'two in turn', 'and again'];

/** Draws a job for an endpoint. All random choices are made before the job starts. */
export const drawJob = (draw, kit) => {
  const others = kit.reads === 'stream' ? STREAM_JOBS : WHOLE_JOBS;
  const name = draw.chance(0.4) ? 'alone' : draw.of(...others);
  draw.say(name);
  const drawn = {
    ...kit,
    abortsIn: draw.named('under', SIGNALS)(draw),
    otherAbortsIn: draw.of(...Object.values(SIGNALS))(draw),
    leavesAfter: draw.of(undefined, undefined, 0, 1),
    every: draw.of(10, 50, 150),
    isAwaited: draw.chance(0.5),
  };
  return (more) => JOBS[name]({ ...drawn, ...more });
};
