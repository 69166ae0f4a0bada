import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './architecture.mjs';

// Peer dependencies don't count as bytes of homing.
const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const rest = `
  import { createApi, defineRequest } from 'homing';
  const api = createApi({
    baseUrl: 'https://api.example.com',
    requests: { getUser: defineRequest()({ method: 'GET', path: '/users/:id' }) },
  });
  api.getUser({ id: 1 }).then(console.log);`;

/** Programs to bundle, as a consumer would write them, by the features that they use. */
export const programs = {
  'REST only': rest,
  'REST and retry': `${rest}
    import { retryMiddleware } from 'homing';
    api.getUser({ id: 1 }, { middleware: [retryMiddleware()] }).then(console.log);`,
  'REST, retry and auth': `${rest}
    import { retryMiddleware } from 'homing';
    import { AuthPlugin } from 'homing/auth';
    const auth = new AuthPlugin(async () => ({ token: 'token' }));
    api.getUser({ id: 1 }, { middleware: [retryMiddleware(), auth] }).then(console.log);`,
  'REST and dates': `${rest}
    import { date, dateTime, decodes, encodes, list, object } from 'homing/codec';
    console.log(date, dateTime, decodes, encodes, list, object);`,
  'REST and poll': `${rest}
    import { poll } from 'homing';
    poll(api.getUser, { id: 1 }, console.log, { every: 1000 });`,
  'REST and GraphQL': `${rest}
    import { createGraphQL, gql, Operation } from 'homing';
    const operations = { me: new Operation({ operation: gql\`{ me { id } }\` }) };
    createGraphQL({ endpoint: 'https://api.example.com/graphql', operations }).me().then(console.log);`,
  everything: `export * from 'homing';`,
};

/** Returns the smallest program plus all exports of an entry point. */
export const restWith = ({ specifier }) => `${rest}\nexport * from '${specifier}';`;

/**
 * Returns the size that a consumer ships, in kB of 1000 bytes.
 *
 * @param {string} contents The program.
 * @param {object} [options]
 * @param {string} [options.from] The folder whose packages it imports.
 * @param {'browser' | 'node'} [options.platform] Where it runs.
 * @param {string[]} [options.external] Packages that aren't bundled.
 * @param {string[]} [options.conditions] Export conditions: `production` for the production build of a package.
 */
export const bundleSize = async (
  contents,
  {
    from = root,
    platform = 'browser',
    external = from === root ? Object.keys(peerDependencies) : [],
    conditions = [],
  } = {},
) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: from, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform,
    target: 'es2022',
    write: false,
    legalComments: 'none',
    external,
    conditions,
  });
  const [{ contents: bytes }] = outputFiles;
  return { minified: bytes.length / 1000, gzip: gzipSync(bytes, { level: 9 }).length / 1000 };
};
