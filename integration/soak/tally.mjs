/** Counts the calls and their outcomes. At the end, every call must have resolved once, with an allowed outcome. */
export class Tally {
  started = 0;
  outcomes = new Map();
  byScenario = new Map();
  /** The errors that were passed to a client's onError. */
  reported = new WeakSet();
  /** The first few problems. */
  problems = [];

  get settled() {
    return [...this.outcomes.values()].reduce((sum, count) => sum + count, 0);
  }

  count(outcome) {
    return this.outcomes.get(outcome) ?? 0;
  }

  /**
   * @param {string} scenario
   * @param {Promise<object>} call
   * @param {string[]} allowed The allowed outcomes: `data`, or kinds of errors.
   * @param {boolean} isReported Whether onError is called for each failure. It is never called for an abort.
   */
  async expect(scenario, call, allowed, isReported) {
    this.started += 1;
    this.byScenario.set(scenario, (this.byScenario.get(scenario) ?? 0) + 1);
    let outcome = 'a rejection';
    let result;
    try {
      result = await call;
      outcome = result.error ? result.error.kind : 'data';
      // A Result has either data or an error. All endpoints here have data.
      if ((result.error === null) === (result.data === null)) outcome = 'neither or both';
    } catch (thrown) {
      this.report(`${scenario}: rejected with ${thrown}`);
    }
    this.outcomes.set(outcome, this.count(outcome) + 1);
    if (!allowed.includes(outcome)) this.report(`${scenario}: ended with ${outcome}`);
    if (result?.error && isReported && this.reported.has(result.error) !== (outcome !== 'abort'))
      this.report(`${scenario}: onError was ${outcome === 'abort' ? '' : 'not '}told of ${outcome}`);
    return result;
  }

  report(problem) {
    if (this.problems.length < 20) this.problems.push(problem);
  }
}
