import { Gate } from './gate.js';
import type { GateSettings } from './gate-settings.js';

/** How many gates are remembered at which nobody is. */
const MOST = 1000;

/** The gates of a plugin, by key. */
export class Gates {
  readonly #settings: GateSettings;
  readonly #busy = new Map<string, Gate>();
  /** Those at which nobody is, and which know something; the one that has been idle for longest stands first. */
  readonly #idle = new Map<string, Gate>();
  /** The busy one that everybody has left last: often the next request is for it, and a new one would be dear. */
  #resting: Gate | undefined;

  constructor(settings: GateSettings) {
    this.#settings = settings;
  }

  /** How many there are. */
  get size(): number {
    return this.#busy.size + this.#idle.size;
  }

  /** The gate of a key. Somebody enters it, or waits, now. */
  at(key: string): Gate {
    const resting = this.#resting;
    this.#resting = undefined;
    if (resting?.key === key) return resting;
    if (resting) this.#putAway(resting);
    const busy = this.#busy.get(key);
    if (busy) return busy;
    const gate = this.#idle.get(key) ?? new Gate(key, this.#settings, this.#rest);
    this.#idle.delete(key);
    this.#busy.set(key, gate);
    return gate;
  }

  readonly #rest = (gate: Gate): void => {
    // It may say so twice, when it rests already, or another stands there by now.
    if (this.#resting === gate || this.#busy.get(gate.key) !== gate) return;
    if (this.#resting) this.#putAway(this.#resting);
    this.#resting = gate;
  };

  #putAway(gate: Gate): void {
    this.#busy.delete(gate.key);
    if (!gate.isKnowing) return;
    this.#idle.set(gate.key, gate);
    for (const oldest of this.#idle.keys()) {
      if (this.#idle.size <= MOST) return;
      this.#idle.delete(oldest);
    }
  }
}
