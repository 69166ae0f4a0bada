import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Collects all garbage, again and again, and lets what waits for that have its turn. */
export const collectAll = async (rounds = 8): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await turn();
    gc();
  }
  await turn();
};

/** Collects until it is so; a spec's own time limit ends a wait in vain. */
export const collectUntil = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await collectAll(1);
};
