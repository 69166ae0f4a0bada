import { cpuNs } from './cpu.mjs';
import { median, quartiles } from './statistics.mjs';
import { takeTurns } from './take-turns.mjs';

const FULL = { rounds: 40, warmUp: 3, warmUpCalls: 4000, batchNs: 12e6 };
const QUICK = { rounds: 10, warmUp: 2, warmUpCalls: 1500, batchNs: 4e6 };

const timeOf = async (call, calls) => {
  const start = cpuNs();
  for (let id = 1; id <= calls; id += 1) await call(id);
  return (cpuNs() - start) / calls;
};

/** Checks that every contender returns the data. A contender that does less work would win. */
export const checkData = async (name, call) => {
  const outcome = await call(1);
  const id = outcome.id ?? outcome.data?.id;
  if (id !== 1) throw new Error(`${name} returned no data.`);
};

/** The calls per batch, by name. All batches take about the same time. */
const batchSizes = async (calls, { warmUpCalls, batchNs }) => {
  const sizes = new Map();
  for (const [name, call] of calls) {
    await checkData(name, call);
    await timeOf(call, warmUpCalls);
    const ns = await timeOf(call, 200);
    sizes.set(name, Math.max(40, Math.round(batchNs / ns)));
  }
  return sizes;
};

/**
 * Nanoseconds of CPU per call, one call after the other, as medians by name. Each figure is also compared with the
 * first of `calls` in the same round, as a difference and as a ratio. The quartiles show how certain the ratio is.
 *
 * @param {Map<string, (id: number) => Promise<unknown>>} calls
 * @param {boolean} quick
 */
export const interleaved = async (calls, quick) => {
  const settings = quick ? QUICK : FULL;
  const sizes = await batchSizes(calls, settings);
  const names = [...calls.keys()];
  const [baseline] = names;
  const taken = await takeTurns(names, {
    ...settings,
    batch: (name) => timeOf(calls.get(name), sizes.get(name)),
  });
  return names.map((name) => {
    const ratios = taken.map((round) => round[name] / round[baseline]);
    const [low, high] = quartiles(ratios);
    return {
      name,
      ns: median(taken.map((round) => round[name])),
      overhead: median(taken.map((round) => round[name] - round[baseline])),
      ratio: median(ratios),
      low,
      high,
    };
  });
};
