// Jest's environment of Node. What each spec file covers is sent to the process that sums it up, and there are some
// hundred files of which each loads most of the library: this sends what none before has covered in the same process.
// Whether something is covered stays as it is; how often it was is what is lost.
const { TestEnvironment } = require('jest-environment-node');

/** By file, which of its statements, functions and branches were run by the spec files so far. */
const covered = new Map();

const hitsOf = ({ s, f, b }) => [...Object.values(s), ...Object.values(f), ...Object.values(b).flat()];

/** Whether a file has run anywhere that it had not; also true of the first time that it was loaded. */
const isNews = (file, coverage) => {
  const hits = hitsOf(coverage);
  const before = covered.get(file);
  if (before && hits.every((count, at) => count === 0 || before[at])) return false;
  covered.set(
    file,
    hits.map((count, at) => count > 0 || (before?.[at] ?? false)),
  );
  return true;
};

module.exports = class extends TestEnvironment {
  handleTestEvent({ name }) {
    const { __coverage__: coverage } = this.global;
    if (name !== 'teardown' || !coverage) return;
    for (const [file, ofFile] of Object.entries(coverage)) if (!isNews(file, ofFile)) delete coverage[file];
  }
};
