import { nextTick } from './node-api.js';

/** Something that may be over before its turn of the event loop is. */
interface Unsettled {
  turnEnded(): void;
}

let unsettled: Unsettled[] = [];

const tell = (): void => {
  const all = unsettled;
  unsettled = [];
  for (const each of all) each.turnEnded();
};

// After all promise jobs of the turn. An immediate would wake the event loop once more for each answer.
const afterJobs = (): void => nextTick(tell);

/**
 * Tells it when this turn of the event loop is over. A small answer comes and is read within one turn, so that what
 * is only needed for the others need not be made; one task serves all of a turn.
 */
export function atTurnEnd(each: Unsettled): void {
  if (unsettled.push(each) === 1) queueMicrotask(afterJobs);
}
