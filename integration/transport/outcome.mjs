/** What a line begins with that tells of a test. */
export const LINE = '@@outcome ';

const PORT = /:\d{4,5}\b/g;
const KEY = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/** What became of the tests of a file, by name. A name that is there twice gets a number. */
export class Outcomes {
  #byName = new Map();

  add(name, isPass, message = '') {
    // Without what differs from one run to the next.
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
