// Jest's transform for a package that is published as ES modules alone and has hundreds of them: it becomes one
// CommonJS file, as each spec file loads it anew.
const { buildSync } = require('esbuild');

// As package.json pins the version, what is kept of an earlier one is as good.
exports.process = (_source, filename) => {
  const { outputFiles } = buildSync({
    entryPoints: [filename],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
    logLevel: 'error',
    define: { 'import.meta.url': '__url' },
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
  });
  return { code: outputFiles[0].text };
};
