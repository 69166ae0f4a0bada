import type { StreamEnd } from './watch.js';

/** The end of a call, for those who wait for it: when it has settled, or when its stream has ended. */
export class CallEnd {
  #hasCome = false;
  #stream: StreamEnd | undefined;
  #tasks: ((stream: StreamEnd | undefined) => void)[] | undefined;

  get hasCome(): boolean {
    return this.#hasCome;
  }

  /** Only the first time counts. */
  come(stream: StreamEnd | undefined): void {
    if (this.#hasCome) return;
    this.#hasCome = true;
    this.#stream = stream;
    for (const task of this.#tasks ?? []) task(stream);
    this.#tasks = undefined;
  }

  /** Runs the task then; at once when it has come. The task must not throw. */
  whenCome(task: (stream: StreamEnd | undefined) => void): void {
    if (this.#hasCome) task(this.#stream);
    else (this.#tasks ??= []).push(task);
  }
}
