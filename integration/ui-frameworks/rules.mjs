// Why: each front is held to some rules; what fails is told by the rule, and not by the first line that threw.
import { readFileSync } from 'node:fs';

/** What a package is called in what is printed. Aliases are told by their own name. */
export const front = (folder, at = import.meta.url) => {
  const file = new URL(`node_modules/${folder}/package.json`, at);
  const { name, version } = JSON.parse(readFileSync(file, 'utf8'));
  return `${name} ${version}`;
};

/**
 * Runs rules one after the other and prints what came of it.
 *
 * @param {string} front What they are about, with its version.
 * @param {Record<string, () => unknown>} rules By what they say.
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

/** Waits until something is so: what caches do next they do a few turns later. */
export const until = async (isSo, what = isSo) => {
  const limit = performance.now() + 10_000;
  while (!(await isSo())) {
    if (performance.now() > limit) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
