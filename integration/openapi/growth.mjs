// Why: a bundler keeps what it can't prove to be unused, and one unmarked call in a generated file would make everyone
// pay for all of it. This bundles programs that use some endpoints of GitHub's client, and says what they add.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';

/**
 * What endpoints add to a bundle, in kB after gzip.
 *
 * @typedef {object} Growth
 * @property {number} two Two that need no table, over a program that imports none of the file and no `places`. All that
 *   the other 1,221 cost would be in it.
 * @property {number} placed Two of which one has a table, over the same program: `places` is rightly in it, once.
 * @property {number} places What `places` alone adds to that program.
 * @property {number} beyondHand The same two, over a program in which they are written by hand: their own bytes and
 *   `places` are in both, so what is left is the file's.
 * @property {number} all All, over the program that imports none.
 * @property {number} count How many endpoints that are.
 */

/**
 * @typedef {object} Bundler
 * @property {string} source What it reads: TypeScript as it was generated, or what the compiler makes of it.
 * @property {(entry: string) => Promise<string>} bundle The minified module of a program.
 */

const [PLAIN, ALSO_PLAIN, PLACED] = ['reposGet', 'usersGetAuthenticated', 'issuesCreate'];

const program = (imports, requests) => `import { createApi } from 'homing';
${imports}
globalThis.api = createApi({ baseUrl: 'https://api.github.com', requests: ${requests} });
`;

const using = (names, source) =>
  program(`import { ${names.join(', ')} } from './${source}';`, `{ ${names.join(', ')} }`);

/** The line of an endpoint as it would be written without the generator. */
const writtenByHand = (generated, name) => {
  const line = new RegExp(`^export const ${name} = .* new HomingRequest<.*>\\((.*)\\);$`, 'm');
  return `const ${name} = new HomingRequest(${line.exec(generated)[1]});`;
};

const programsOf = (generated, source) => ({
  none: program('', '{}'),
  two: using([PLAIN, ALSO_PLAIN], source),
  placed: using([PLAIN, PLACED], source),
  places: program(`import { places } from 'homing/openapi';\nglobalThis.places = places;`, '{}'),
  byHand: program(
    [
      `import { Request as HomingRequest } from 'homing';`,
      `import { places } from 'homing/openapi';`,
      ...[PLAIN, PLACED].map((name) => writtenByHand(generated, name)),
    ].join('\n'),
    `{ ${PLAIN}, ${PLACED} }`,
  ),
  all: program(`import * as requests from './${source}';`, 'requests'),
});

/**
 * @param {string} folder Where `homing.ts` is what was generated, and `homing` can be imported.
 * @param {string} generated What was generated.
 * @param {Bundler} bundler
 * @returns {Promise<Growth>}
 */
export const growthOf = async (folder, generated, { source, bundle }) => {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(join(folder, 'homing.js'), ts.transpileModule(generated, { compilerOptions }).outputText);
  const sizes = {};
  for (const [name, contents] of Object.entries(programsOf(generated, source))) {
    const entry = join(folder, `${name}.js`);
    writeFileSync(entry, contents);
    sizes[name] = gzipSync(await bundle(entry), { level: 9 }).length / 1000;
  }
  const { none, two, placed, places, byHand, all } = sizes;
  return {
    two: two - none,
    placed: placed - none,
    places: places - none,
    beyondHand: placed - byHand,
    all: all - none,
    count: generated.match(/^export const /gm).length,
  };
};

/** What may be added: by two, in kB; beyond what is written by hand, which gzip alone makes differ; by each of all, in bytes. */
const BUDGET = { two: 0.2, beyondHand: 0.05, each: 25 };

const COLUMNS = ['two endpoints', 'one has a table', 'of it places', 'beyond by hand', 'all, bytes each'];

/** Without `-0.00`. */
const inKilobytes = (size) => (Math.round(size * 100) / 100 + 0).toFixed(2);

const row = (name, cells) => console.log(name.padEnd(16) + cells.map((cell) => cell.padStart(17)).join(''));

/**
 * Prints a table, a line for each bundler; gives what is over its budget.
 *
 * @param {string} folder
 * @param {string} generated
 * @param {Record<string, Bundler>} bundlers
 */
export const checkGrowth = async (folder, generated, bundlers) => {
  const faults = [];
  row('kB after gzip', COLUMNS);
  for (const [name, bundler] of Object.entries(bundlers)) {
    const { two, placed, places, beyondHand, all, count } = await growthOf(folder, generated, bundler);
    const each = (all * 1000) / count;
    row(name, [...[two, placed, places, beyondHand].map(inKilobytes), each.toFixed(1)]);
    for (const [what, size] of Object.entries({ two, beyondHand, each }))
      if (size > BUDGET[what])
        faults.push(`${name}, ${what}: ${size.toFixed(2)} is more than ${BUDGET[what]}`);
  }
  return faults;
};
