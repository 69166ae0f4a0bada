// Runs one suite in its own process, so that compiled code and memory of other suites don't affect it.
const [, , name, options] = process.argv;

const { how, run, title } = await import(`../${name}.mjs`);
process.send({ name, title, how, ...(await run(JSON.parse(options))) }, () => process.exit());
