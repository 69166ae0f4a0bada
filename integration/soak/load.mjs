import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../random.mjs';
import { scenarios } from './scenarios/all.mjs';

const WORKERS = 24;
/** The maximum time of a scenario. Each takes less than a second by itself. */
const PATIENCE = 60_000;

/** Workers that run random scenarios one after another, and can be stopped between scenarios. */
export class Load {
  #kit;
  #random;
  #tally;
  #isOn = false;
  #workers = [];
  #running = new Map();
  #made = 0;

  /**
   * @param {object} clients
   * @param {AbortSignal[]} longLived Signals that calls receive during the whole run.
   * @param {import('./tally.mjs').Tally} tally
   */
  constructor(clients, longLived, tally, seed) {
    this.#random = randomFrom(seed);
    this.#tally = tally;
    const upTo = (end) => Math.floor(this.#random() * end);
    this.#kit = {
      ...clients,
      upTo,
      longLived: () => longLived[upTo(longLived.length)],
      unique: () => `n${(this.#made += 1)}`,
      abortIn(ms) {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), ms);
        return controller.signal;
      },
    };
  }

  start() {
    this.#isOn = true;
    this.#workers = Array.from({ length: WORKERS }, (_, worker) => this.#work(worker));
  }

  /**
   * Resolves when all started scenarios have ended or the time is over, with the names of the unfinished scenarios.
   *
   * @returns {Promise<string[]>}
   */
  async stop() {
    this.#isOn = false;
    const patience = new AbortController();
    await Promise.race([
      Promise.all(this.#workers),
      sleep(PATIENCE, undefined, patience).catch(() => undefined),
    ]);
    patience.abort();
    return [...this.#running.values()];
  }

  async #work(worker) {
    while (this.#isOn) {
      const [name, run] = scenarios[this.#kit.upTo(scenarios.length)];
      this.#running.set(worker, name);
      const expect = (call, ...allowed) => this.#tally.expect(name, call, allowed, true);
      const expectUnreported = (call, ...allowed) => this.#tally.expect(name, call, allowed, false);
      try {
        await run({ ...this.#kit, expect, expectUnreported });
      } catch (thrown) {
        this.#tally.report(`${name}: ${thrown}`);
      }
      this.#running.delete(worker);
      await sleep(this.#kit.upTo(10));
    }
  }
}
