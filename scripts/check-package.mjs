// Why: the sources can pass every spec while the tarball lacks a file, offers types that do not fit its code,
// or does something on import. This looks at the package as a consumer gets it, and prints how much of it there is.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entries, packageName, root } from './architecture.mjs';
import { packedLinks } from './packed-links.mjs';

const temp = mkdtempSync(join(tmpdir(), 'homing-package-'));

const run = (cwd, ...args) =>
  execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

// npm says where it is to what it runs; by its name alone it can't be started on Windows.
const npm = (cwd, ...args) => {
  const { npm_execpath: file } = process.env;
  if (file) return run(cwd, file, ...args);
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
};

const pack = () => {
  const listed = npm(root, 'pack', '--ignore-scripts', '--silent', '--json', '--pack-destination', temp);
  const [{ filename, size, unpackedSize, files }] = JSON.parse(listed);
  console.log(
    `${files.length} files, ${(size / 1e6).toFixed(2)} MB packed, ${(unpackedSize / 1e6).toFixed(2)} MB unpacked`,
  );
  return { tarball: join(temp, filename), files: files.map(({ path }) => path) };
};

const REQUIRED = ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/node.md'];

/** Code, types, pages with their pictures, and the skill; without sources, specs and files of tools. */
const MAY_BE_PACKED =
  /^dist\/[\w./-]+\.(js|d\.ts|json|map|txt)$|^docs\/(guide|recipes|reference|reference\/rules|images)\/[\w-]+\.(md|svg|webp)$|^skills\/homing\/SKILL\.md$/;

const fileFaults = (files) => [
  ...REQUIRED.filter((file) => !files.includes(file)).map((file) => `${file} is not packed`),
  ...files
    .filter((file) => !REQUIRED.includes(file) && !MAY_BE_PACKED.test(file))
    .map((file) => `${file} is packed, but users don't need it`),
];

const lint = (tarball) => {
  const tool = (file, ...args) =>
    execFileSync(process.execPath, [join(root, 'node_modules', file), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  tool('publint/src/cli.js', 'run', tarball, '--strict');
  const options = ['--profile', 'strict', '--no-definitely-typed', '--no-emoji', '--format', 'table-flipped'];
  tool('@arethetypeswrong/cli/dist/index.js', tarball, ...options);
};

const install = (tarball) => {
  writeFileSync(join(temp, 'package.json'), '{"private":true}');
  npm(temp, 'install', '--offline', '--no-audit', '--no-fund', '--silent', tarball);
  // These entries import their optional peers: homing/sse, homing/oauth, homing/otel and homing/react.
  mkdirSync(join(temp, 'node_modules/@opentelemetry'));
  for (const peer of ['eventsource-parser', 'oauth4webapi', '@opentelemetry/api', 'react'].map(
    (name) => `node_modules/${name}`,
  ))
    symlinkSync(join(root, peer), join(temp, peer), 'junction');
};

// Each load gets a process of its own, so that nothing is loaded already.
const load = (form, specifier, ...flags) => {
  const file = join(temp, `load-${form}.mjs`);
  writeFileSync(
    file,
    `import { createRequire } from 'node:module';
     const require = createRequire(import.meta.url);
     const idle = () => new Promise((resolve) => setImmediate(resolve));
     const globals = () => Object.getOwnPropertyNames(globalThis).sort().join();
     await idle();
     const globalsBefore = globals();
     const handlesBefore = process.getActiveResourcesInfo();
     const loaded = process.argv[2] === 'import' ? await import(process.argv[3]) : require(process.argv[3]);
     await idle();
     console.log(JSON.stringify({
       names: Object.keys(loaded).sort(),
       globalsKept: globals() === globalsBefore,
       handles: process.getActiveResourcesInfo().filter((kind) => !handlesBefore.includes(kind)),
     }));
     process.exit();`,
  );
  return JSON.parse(run(temp, ...flags, file, form, specifier));
};

const faultsOf = (specifier) => {
  const forms = {
    import: load('import', specifier),
    require: load('require', specifier),
    'import in production': load('import', specifier, '--conditions=production'),
    'require in production': load('require', specifier, '--conditions=production'),
  };
  const faults = Object.entries(forms).flatMap(([form, { names, globalsKept, handles }]) => [
    ...(names.length === 0 ? [`${form} of ${specifier} exports nothing`] : []),
    ...(globalsKept ? [] : [`${form} of ${specifier} changes the globals`]),
    ...handles.map((kind) => `${form} of ${specifier} leaves a handle open: ${kind}`),
  ]);
  const imported = forms.import.names.join(', ');
  for (const [form, { names }] of Object.entries(forms))
    if (names.join(', ') !== imported)
      faults.push(`${specifier} differs: import has ${imported}; ${form} has ${names.join(', ')}`);
  if (faults.length === 0)
    console.log(
      `${specifier}: ${forms.import.names.length} names, equal by import and require, and in production`,
    );
  return faults;
};

/** Loads the inspector's page with all scripts that it imports, as a browser does. Returns the missing files. */
const inspectorFaults = () => {
  const file = join(temp, 'inspector.mjs');
  writeFileSync(
    file,
    `import { inspector } from '${packageName}/inspect';
     import { serveInspector } from '${packageName}/inspect/server';
     const server = await serveInspector(inspector());
     const faults = [];
     const seen = new Set();
     const load = async (name) => {
       if (seen.has(name)) return;
       seen.add(name);
       const response = await fetch(server.url + name);
       const text = await response.text();
       if (!response.ok) faults.push('the page of the inspector has no ' + name);
       const imports = text.matchAll(/(?:src=|\\bfrom\\s*|\\bimport\\s*\\(?\\s*)"(?:\\.\\/)?([\\w-]+\\.js)"/g);
       for (const [, imported] of imports) await load(imported);
     };
     await load('');
     await server.close();
     console.log(JSON.stringify({ faults, scripts: seen.size - 1 }));`,
  );
  const { faults, scripts } = JSON.parse(run(temp, file));
  console.log(`${scripts} scripts of the inspector's page`);
  return faults;
};

try {
  const { tarball, files } = pack();
  lint(tarball);
  install(tarball);
  const links = packedLinks(join(temp, 'node_modules', packageName));
  console.log(`${links.count} links of the packed pages`);
  const faults = [
    ...fileFaults(files),
    ...links.faults,
    ...entries.flatMap(({ specifier }) => faultsOf(specifier)),
    ...inspectorFaults(),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(temp, { recursive: true, force: true });
}
