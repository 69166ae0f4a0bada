// Checks each framework against a set of rules. A failure is reported with the rule that failed.
import { readFileSync } from 'node:fs';

/** The printed name of a package. Aliases have their own name. */
export const front = (folder, at = import.meta.url) => {
  const file = new URL(`node_modules/${folder}/package.json`, at);
  const { name, version } = JSON.parse(readFileSync(file, 'utf8'));
  return `${name} ${version}`;
};

/**
 * Runs the rules one after another and prints the results.
 *
 * @param {string} front The framework, with its version.
 * @param {Record<string, () => unknown>} rules The rules by their description.
 */
export const hold = async (front, rules) => {
  const began = performance.now();
  let held = 0;
  for (const [rule, prove] of Object.entries(rules)) {
    try {
      await prove();
      held += 1;
    } catch (error) {
      process.exitCode = 1;
      console.error(`✗ ${front}: ${rule}\n${error.stack}`);
    }
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${front}: ${held} of ${Object.keys(rules).length} rules hold, ${seconds} s`);
};

/** Waits until a condition is true, because caches react only after a few turns of the event loop. */
export const until = async (isSo, what = isSo) => {
  const limit = performance.now() + 10_000;
  while (!(await isSo())) {
    if (performance.now() > limit) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
