/** The prefix of lines with a test result. */
export const LINE = '@@outcome ';

const PORT = /:\d{4,5}\b/g;
const KEY = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The results of a file's tests, by name. Duplicate names get a number. */
export class Outcomes {
  #byName = new Map();

  add(name, isPass, message = '') {
    // Remove the parts that differ between runs.
    const lasting = name.replace(PORT, ':PORT').replace(KEY, 'KEY');
    let unique = lasting;
    for (let at = 2; this.#byName.has(unique); at += 1) unique = `${lasting} #${at}`;
    this.#byName.set(unique, { isPass, message });
  }

  get size() {
    return this.#byName.size;
  }

  get hasFailures() {
    return [...this.#byName.values()].some(({ isPass }) => !isPass);
  }

  get passed() {
    return [...this.#byName].filter(([, { isPass }]) => isPass).map(([name]) => name);
  }

  passes(name) {
    return this.#byName.get(name)?.isPass === true;
  }

  messageOf(name) {
    return this.#byName.get(name)?.message ?? 'did not come to its end';
  }
}
