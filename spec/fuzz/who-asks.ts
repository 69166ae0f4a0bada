import { AsyncLocalStorage } from 'node:async_hooks';

/** Whoever a request is sent for: a run of a call, or a poll. */
export interface Asker {
  /** When its deadline passes, in virtual milliseconds; Infinity for none. */
  readonly endsAt: number;
  /** Whether it was aborted or stopped, as far as its caller can know. */
  readonly isOver: () => boolean;
}

const storage = new AsyncLocalStorage<Asker>();

/** Follows a call through everything that it waits for, so that each request is known by the call that sends it. */
export const whoAsks = {
  get current(): Asker | undefined {
    return storage.getStore();
  },
  run: <T>(asker: Asker, task: () => T): T => storage.run(asker, task),
  /** The task as it would run now: timers of a virtual clock are run by whoever moves it. */
  carried: (task: () => void): (() => void) => {
    const asker = storage.getStore();
    return asker ? () => storage.run(asker, task) : task;
  },
};
