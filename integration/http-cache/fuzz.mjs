// Compares homing's cache with undici's interceptor and http-cache-semantics. Sends random exchanges to all three, and
// reduces each difference to the smallest case that still has it. Each remaining difference must belong to a class
// with a reason. Otherwise it is an error. Also checks that homing never serves a response that must not be stored,
// or that belongs to another user. Needs the build.
//
//   node integration/http-cache/fuzz.mjs [--count=20000] [--seed=5103]
import { parseArgs } from 'node:util';
import { install } from '../install.mjs';

await install(import.meta.dirname);
const { outcomesOf } = await import('./fuzz/caches.mjs');
const { CLASSES } = await import('./fuzz/classes.mjs');
const { differenceOf, explained } = await import('./fuzz/compare.mjs');
const { drawing } = await import('./fuzz/draw.mjs');
const { breachOf } = await import('./fuzz/facts.mjs');
const { reduced } = await import('./fuzz/reduce.mjs');

const OTHERS = { undici: "undici's interceptor", semantics: 'http-cache-semantics' };

/** The maximum number of reported errors, each with its smallest case. */
const MOST_TOLD = 5;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '4000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const count = Number(values.count);
const draw = drawing(Number(values.seed));

/** The number of differences per class, by the other cache. */
const met = new Map(CLASSES.map(({ name }) => [name, { undici: 0, semantics: 0 }]));
const errors = [];
let served = 0;
let same = 0;

const told = (given) =>
  given.steps
    .map(({ after, ask, answer }) => {
      const texts = [ask, answer.headers].map((headers) =>
        headers.map(([name, members]) => `${name}: ${members.join(', ')}`).join('; '),
      );
      return `      after ${after} s: GET {${texts[0]}} -> ${answer.status || 'broken'} {${texts[1]}}`;
    })
    .join('\n');

/** Checks the rules that homing must follow independent of the other caches. */
async function judgeAlone(given, outcomes) {
  const breach = breachOf(given, outcomes);
  if (!breach) return;
  const small = await reduced(
    given,
    async (each) => breachOf(each, await outcomesOf('homing', each)) === breach,
  );
  errors.push(
    `answered from a response that it must not use, ${breach}; a ${small.mode} cache:\n${told(small)}`,
  );
}

async function judgeBeside(given, outcomes, other) {
  const difference = differenceOf(outcomes, await outcomesOf(other, given));
  if (!difference) {
    same += 1;
    return;
  }
  const { small, left, known } = await explained(given, other, difference);
  if (known) met.get(known.name)[other] += 1;
  else
    errors.push(
      `step ${left.index} of a ${small.mode} cache, ${left.what}: homing ${left.told} ${OTHERS[other]}\n${told(small)}`,
    );
}

const began = performance.now();
let drawn = 0;
while (drawn < count && errors.length < MOST_TOLD) {
  const given = draw();
  drawn += 1;
  const outcomes = await outcomesOf('homing', given);
  if (outcomes.some(({ body }) => body === 'old')) served += 1;
  await judgeAlone(given, outcomes);
  for (const other of Object.keys(OTHERS)) await judgeBeside(given, outcomes, other);
}

const took = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  `\n${drawn} cases of seed ${values.seed} in ${took} s; homing answered from its store in ${served}`,
);
console.log(`of ${2 * drawn} comparisons ${same} were equal; the others, by their reason:\n`);
console.log(`${'undici'.padStart(8)}${'semantics'.padStart(11)}`);
for (const { name, section } of CLASSES) {
  const { undici, semantics } = met.get(name);
  console.log(`${String(undici).padStart(8)}${String(semantics).padStart(11)}  ${name} (${section})`);
}
for (const error of errors) console.error(`\n  ✗ ${error}`);
if (errors.length > 0) {
  console.error(
    `\nnode integration/http-cache/fuzz.mjs --seed=${values.seed} --count=${drawn} has these again`,
  );
  process.exitCode = 1;
}
