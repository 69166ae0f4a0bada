import { outcomesOf } from './caches.mjs';
import { CLASSES } from './classes.mjs';
import { factsOf } from './facts.mjs';
import { reduced } from './reduce.mjs';

/** The compared properties of a step. The order matters, because the first difference causes the others. */
const PARTS = [
  ['act', ({ act }) => act],
  ['times', ({ times }) => times],
  ['answer', ({ status, body }) => `${status} ${body}`],
  ['age', ({ age }) => age],
  ['condition', ({ condition, act }) => (act === 'validated' ? condition : null)],
];

/** The first step at which two caches differ, and the property; undefined if they don't differ. */
export function differenceOf(ours, theirs) {
  for (const [index, own] of ours.entries())
    for (const [what, of] of PARTS)
      if (of(own) !== of(theirs[index]))
        return { index, what, ours: own, theirs: theirs[index], told: `${of(own)} / ${of(theirs[index])}` };
  return undefined;
}

const between = async (given, other) =>
  differenceOf(await outcomesOf('homing', given), await outcomesOf(other, given));

/** Ignores the exact values of ages and conditions, because a smaller case can change them. */
const isSame = (one, another) =>
  another !== undefined &&
  one.what === another.what &&
  (one.told === another.told || ['age', 'condition'].includes(one.what));

/** The same case with a slightly longer wait before a step. */
const waiting = (given, index, seconds) => ({
  ...given,
  steps: given.steps.map((step, at) => (at === index ? { ...step, after: step.after + seconds } : step)),
});

/** Whether one millisecond more or less removes the difference. */
async function isEdge(given, other, difference) {
  for (const seconds of [0.001, -0.001]) {
    const moved = waiting(given, difference.index, seconds);
    if (moved.steps[difference.index].after < 0) continue;
    if (!isSame(difference, await between(moved, other))) return true;
  }
  return false;
}

/** The smallest case with the difference, and the class that explains it, if any. */
export async function explained(given, other, difference) {
  const small = await reduced(given, async (each) => isSame(difference, await between(each, other)));
  const left = await between(small, other);
  const seen = { ...left, isEdge: await isEdge(small, other, left), facts: factsOf(small, left.index) };
  return { small, left, known: CLASSES.find(({ of, fits }) => of.includes(other) && fits(seen)) };
}
