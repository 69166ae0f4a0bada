import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Forces several garbage collections, and lets finalizers run. */
export const collectAll = async (rounds = 8): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await turn();
    gc();
  }
  await turn();
};

/** Collects until the condition is true. The timeout of the spec ends the wait otherwise. */
export const collectUntil = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await collectAll(1);
};
