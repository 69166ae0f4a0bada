// Checks every import in lib/ against architecture.json: `npm run lint:imports`. Type imports count like value imports.
// docs/architecture.md explains the rules.
import { table } from './scripts/architecture.mjs';

const { groups, internalApi, layers, features, adapters, entries } = table;

const CORE = '^lib/core/';
const INTERNAL_API = `^lib/${internalApi}$`;
const NAMED = { features, adapters };

const folder = (path) => `^lib/${path}/`;
/** A feature or an adapter: a folder, or one file. */
const moduleOf = (path) => `^lib/${path}(\\.ts$|/)`;
const entry = (name) => `^lib/entries/${name}\\.ts$`;

/** The files of `from` may import nothing of lib/ but what one of the patterns in `allowed` matches. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^lib/', pathNot: allowed },
});

/** A line of `groups` names a layer of the core, the core by its internal API, or all features. */
const ofGroup = (name) => (name === 'core' ? [INTERNAL_API] : [folder(name)]);

const coreLayers = Object.entries(layers).map(([layer, rank]) => {
  const lower = Object.keys(layers).filter((other) => layers[other] < rank);
  const path = folder(`core/${layer}`);
  const comment = `core/${layer} imports only from the lower layers of the core: ${lower.join(', ') || 'none'}.`;
  return only(`core-${layer}`, comment, path, [path, ...lower.map((other) => folder(`core/${other}`))]);
});

const modules = Object.keys(NAMED).flatMap((group) =>
  Object.entries(NAMED[group]).map(([name, { imports }]) => {
    const path = moduleOf(`${group}/${name}`);
    const allowed = imports.map((used) => moduleOf(`${used in features ? 'features' : 'adapters'}/${used}`));
    const comment = `${group}/${name} imports itself, lib/${internalApi} and ${imports.join(', ') || 'no other feature'}.`;
    return only(name, comment, path, [path, INTERNAL_API, ...allowed]);
  }),
);

const others = Object.entries(groups)
  .filter(([group]) => group !== 'core' && !(group in NAMED))
  .flatMap(([group, { imports, types = [] }]) => {
    const path = folder(group);
    const [values, erased] = [imports, types].map((names) => names.flatMap(ofGroup));
    const comment = `${group} imports only ${[...imports, ...types].join(', ')}.`;
    const ofTypes = {
      name: `${group}-types`,
      comment: `${group} imports only types from ${types.join(', ')}.`,
      severity: 'error',
      from: { path },
      to: { path: erased, dependencyTypesNot: ['type-only'] },
    };
    return [only(group, comment, path, [path, ...values, ...erased]), ...(types.length > 0 ? [ofTypes] : [])];
  });

const entryFiles = Object.keys({ ...features, ...adapters }).map((name) =>
  only(`${name}-entry`, `lib/entries/${name}.ts exports only its own module and the core.`, entry(name), [
    moduleOf(`(features|adapters)/${name}`),
    CORE,
  ]),
);

/** Packages and modules of Node: dependency-cruiser leaves the `node:` off. */
const external = ['entries', ...Object.keys(groups)].flatMap((group) => {
  const allowed = groups[group]?.externalImports ?? [];
  const packages = allowed.filter((name) => !name.startsWith('node:'));
  const ofNode = allowed.filter((name) => name.startsWith('node:')).map((name) => name.slice('node:'.length));
  const comment = `${group} imports only the packages that "externalImports" of architecture.json lists.`;
  const from = { path: folder(group) };
  const patterns = packages.map((name) => `(^|node_modules/(@types/)?)${name}(/|$)`);
  const toPackages = { pathNot: ['^lib/', ...patterns], dependencyTypesNot: ['core'] };
  const toNode = { pathNot: ofNode.map((name) => `^${name}$`), dependencyTypes: ['core'] };
  return [
    { name: `${group}-packages`, comment, severity: 'error', from, to: toPackages },
    ...(ofNode.includes('')
      ? []
      : [{ name: `${group}-node-modules`, comment, severity: 'error', from, to: toNode }]),
  ];
});

const known = [
  '^lib/index\\.ts$',
  INTERNAL_API,
  ...Object.keys(layers).map((layer) => folder(`core/${layer}`)),
  ...Object.keys(NAMED).flatMap((group) =>
    Object.keys(NAMED[group]).map((name) => moduleOf(`${group}/${name}`)),
  ),
  ...Object.keys(groups)
    .filter((group) => group !== 'core' && !(group in NAMED))
    .map(folder),
  ...Object.entries({ ...entries, ...features, ...adapters })
    .filter(([, line]) => line.entry !== false)
    .map(([name]) => entry(name)),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...coreLayers,
    only('core', 'The core imports only the core.', CORE, [CORE]),
    ...modules,
    ...others,
    ...entryFiles,
    ...external,
    {
      name: 'no-cycle',
      comment: 'These files import each other in a circle. Types of the same folder may.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycle-of-folders',
      comment: 'Two folders import each other, if only types.',
      severity: 'error',
      from: { path: '^lib/([^/]+/[^/]+)/' },
      to: { circular: true, via: { pathNot: '^lib/$1/' } },
    },
    {
      name: 'no-stray',
      comment: 'architecture.json has no line for the folder of this file.',
      severity: 'error',
      from: { path: '^lib/', pathNot: known },
      to: {},
    },
    {
      name: 'no-orphan',
      comment: 'No file imports this one, and it imports none.',
      severity: 'error',
      from: { orphan: true, path: '^lib/', pathNot: '\\.d\\.ts$' },
      to: {},
    },
  ],
  options: {
    // Without this, an import of types does not count.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
