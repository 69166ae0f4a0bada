import { Gate, type GateSettings } from './gate.js';

/** How many gates are remembered at which nobody is. */
const MOST = 1000;

/** The gates of a plugin, by key. */
export class Gates {
  readonly #settings: GateSettings;
  readonly #busy = new Map<string, Gate>();
  /** Those at which nobody is, and which know something; the one that has been idle for longest stands first. */
  readonly #idle = new Map<string, Gate>();

  constructor(settings: GateSettings) {
    this.#settings = settings;
  }

  /** How many there are. */
  get size(): number {
    return this.#busy.size + this.#idle.size;
  }

  /** The gate of a key. Somebody enters it, or waits, now. */
  at(key: string): Gate {
    const busy = this.#busy.get(key);
    if (busy) return busy;
    const gate = this.#idle.get(key) ?? new Gate(key, this.#settings, (left) => this.#rest(key, left));
    this.#idle.delete(key);
    this.#busy.set(key, gate);
    return gate;
  }

  #rest(key: string, gate: Gate): void {
    // It may say so twice, when another stands there by now.
    if (this.#busy.get(key) !== gate) return;
    this.#busy.delete(key);
    if (!gate.isKnowing) return;
    this.#idle.set(key, gate);
    for (const oldest of this.#idle.keys()) {
      if (this.#idle.size <= MOST) return;
      this.#idle.delete(oldest);
    }
  }
}
