// A bundler keeps code unless it can prove that the code is unused. One call without a PURE comment in a generated
// file would add the whole file to every bundle. Bundles programs that use some endpoints of GitHub's client, and
// reports their size.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';

/**
 * The size that endpoints add to a bundle, in kB after gzip.
 *
 * @typedef {object} Growth
 * @property {number} two Two endpoints without a table, compared with a program that imports neither the file nor
 * `plainPlaces`.
 *   Any cost of the other 1,221 endpoints would be included.
 * @property {number} placed Two endpoints, one of them with a table, compared with the same program. It includes
 * `plainPlaces`.
 * @property {number} table The size that `plainPlaces` alone adds to that program.
 * @property {number} beyondHand The same two endpoints, compared with a program with handwritten endpoints. Both
 *   programs contain the endpoints and `plainPlaces`, so the rest is the cost of the file.
 * @property {number} all All endpoints, compared with the program that imports none.
 * @property {number} count The number of all endpoints.
 */

/**
 * @typedef {object} Bundler
 * @property {string} source Its input: the generated TypeScript, or the compiled JavaScript.
 * @property {(entry: string) => Promise<string>} bundle Returns the minified module of a program.
 */

const [PLAIN, ALSO_PLAIN, PLACED] = ['reposGet', 'usersGetAuthenticated', 'issuesCreate'];

const program = (imports, requests) => `import { createApi } from 'homing';
${imports}
globalThis.api = createApi({ baseUrl: 'https://api.github.com', requests: ${requests} });
`;

const using = (names, source) =>
  program(`import { ${names.join(', ')} } from './${source}';`, `{ ${names.join(', ')} }`);

/** The line of an endpoint, as written by hand. */
const writtenByHand = (generated, name) => {
  const line = new RegExp(`^export const ${name} = .* new HomingRequest<.*>\\((.*)\\);$`, 'm');
  return `const ${name} = new HomingRequest(${line.exec(generated)[1]});`;
};

const programsOf = (generated, source) => ({
  none: program('', '{}'),
  two: using([PLAIN, ALSO_PLAIN], source),
  placed: using([PLAIN, PLACED], source),
  table: program(`import { plainPlaces } from 'homing/openapi';\nglobalThis.place = plainPlaces;`, '{}'),
  byHand: program(
    [
      `import { Request as HomingRequest } from 'homing';`,
      `import { plainPlaces } from 'homing/openapi';`,
      ...[PLAIN, PLACED].map((name) => writtenByHand(generated, name)),
    ].join('\n'),
    `{ ${PLAIN}, ${PLACED} }`,
  ),
  all: program(`import * as requests from './${source}';`, 'requests'),
});

/**
 * @param {string} folder A folder with the generated `homing.ts`, where `homing` can be imported.
 * @param {string} generated The generated file.
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
  const { none, two, placed, table, byHand, all } = sizes;
  return {
    two: two - none,
    placed: placed - none,
    table: table - none,
    beyondHand: placed - byHand,
    all: all - none,
    count: generated.match(/^export const /gm).length,
  };
};

/** The budgets: two endpoints in kB, the difference from handwritten endpoints, and bytes per endpoint of all. */
const BUDGET = { two: 0.2, beyondHand: 0.05, each: 25 };

const COLUMNS = ['two endpoints', 'one has a table', 'of it the table', 'beyond by hand', 'all, bytes each'];

/** Formats a number, and never prints `-0.00`. */
const inKilobytes = (size) => (Math.round(size * 100) / 100 + 0).toFixed(2);

const row = (name, cells) => console.log(name.padEnd(16) + cells.map((cell) => cell.padStart(17)).join(''));

/**
 * Prints a table with one line per bundler. Returns the values that exceed their budget.
 *
 * @param {string} folder
 * @param {string} generated
 * @param {Record<string, Bundler>} bundlers
 */
export const checkGrowth = async (folder, generated, bundlers) => {
  const faults = [];
  row('kB after gzip', COLUMNS);
  for (const [name, bundler] of Object.entries(bundlers)) {
    const { two, placed, table, beyondHand, all, count } = await growthOf(folder, generated, bundler);
    const each = (all * 1000) / count;
    row(name, [...[two, placed, table, beyondHand].map(inKilobytes), each.toFixed(1)]);
    for (const [what, size] of Object.entries({ two, beyondHand, each }))
      if (size > BUDGET[what])
        faults.push(`${name}, ${what}: ${size.toFixed(2)} is more than ${BUDGET[what]}`);
  }
  return faults;
};
