// One suite in a process of its own, so that no suite meets code and memory that another has left.
const [, , name, options] = process.argv;

const { how, run, title } = await import(`../${name}.mjs`);
process.send({ name, title, how, ...(await run(JSON.parse(options))) }, () => process.exit());
