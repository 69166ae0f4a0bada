import type { Dispatcher } from './dispatcher.js';
import { PassedHandler } from './passed-handler.js';

/** A dispatcher of any version of undici, for the platform's fetch, which may be of another. */
export class Bridge implements Dispatcher {
  readonly #dispatcher: Dispatcher;

  constructor(dispatcher: Dispatcher) {
    this.#dispatcher = dispatcher;
  }

  /** Whether it is a mock, which is handed a body as the caller gave it. */
  get isMockActive(): unknown {
    return Reflect.get(this.#dispatcher, 'isMockActive') as unknown;
  }

  dispatch(options: object, handler: object): boolean {
    return this.#dispatcher.dispatch(options, new PassedHandler(handler));
  }
}
