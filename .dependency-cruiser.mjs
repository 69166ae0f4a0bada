// Who may import whom in lib/, as house.json says it. Imports of types count like imports of values. `npm run
// lint:imports` checks every file; docs/architecture.md explains the rules.
import { table } from './scripts/house.mjs';

const { groups, door, rooms, parts, adapters, entries } = table;

const CORE = '^lib/core/';
const SEATS = `^lib/${door}$`;

const folder = (path) => `^lib/${path}/`;
const face = (name) => `^lib/${name}\\.ts$`;

/** The files of `from` may import nothing of lib/ but what one of the patterns in `allowed` matches. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^lib/', pathNot: allowed },
});

/** What a line of `groups` names: a layer of the core, the core by its one file for others, or the faces of all parts. */
const ofGroup = (name) => {
  if (name === 'core') return [SEATS];
  if (name === 'parts') return Object.keys(parts).map(face);
  return [folder(name)];
};

const layers = Object.entries(rooms).map(([room, rank]) => {
  const lower = Object.keys(rooms).filter((other) => rooms[other] < rank);
  const path = folder(`core/${room}`);
  const comment = `core/${room} imports only from the lower layers of the core: ${lower.join(', ') || 'none'}.`;
  return only(`core-${room}`, comment, path, [path, ...lower.map((other) => folder(`core/${other}`))]);
});

const features = ['parts', 'adapters'].flatMap((group) =>
  Object.entries({ parts, adapters }[group]).map(([name, { uses }]) => {
    const path = folder(`${group}/${name}`);
    const others = uses.map((used) => `lib/${used}.ts`).join(', ') || 'no other feature';
    const comment = `${group}/${name} imports itself, lib/${door} and, as "uses" of house.json says, ${others}.`;
    return only(name, comment, path, [path, SEATS, ...uses.map(face)]);
  }),
);

const others = Object.entries(groups)
  .filter(([group]) => !['core', 'parts', 'adapters'].includes(group))
  .flatMap(([group, { imports, types = [] }]) => {
    const path = folder(group);
    const [values, erased] = [imports, types].map((names) => names.flatMap(ofGroup));
    const comment = `${group} imports what "groups" of house.json says: ${[...imports, ...types].join(', ')}.`;
    const ofTypes = {
      name: `${group}-types`,
      comment: `${group} imports nothing but types of ${types.join(', ')}.`,
      severity: 'error',
      from: { path },
      to: { path: erased, dependencyTypesNot: ['type-only'] },
    };
    return [only(group, comment, path, [path, ...values, ...erased]), ...(types.length > 0 ? [ofTypes] : [])];
  });

const faces = Object.keys({ ...parts, ...adapters }).map((name) =>
  only(`${name}-face`, `lib/${name}.ts lists names of its own folder and of the core.`, face(name), [
    folder(`(parts|adapters)/${name}`),
    CORE,
  ]),
);

/** Packages and modules of Node: dependency-cruiser leaves the `node:` off. */
const outside = ['', ...Object.keys(groups)].flatMap((group) => {
  const allowed = groups[group]?.outside ?? [];
  const packages = allowed.filter((name) => !name.startsWith('node:'));
  const modules = allowed
    .filter((name) => name.startsWith('node:'))
    .map((name) => name.slice('node:'.length));
  const comment = `${group || 'A file of lib/ itself'} imports from outside only what "outside" of house.json lists.`;
  const from = { path: group ? folder(group) : '^lib/[^/]+$' };
  const patterns = packages.map((name) => `(^|node_modules/(@types/)?)${name}(/|$)`);
  const ofPackages = { pathNot: ['^lib/', ...patterns], dependencyTypesNot: ['core'] };
  const ofNode = { pathNot: modules.map((name) => `^${name}$`), dependencyTypes: ['core'] };
  return [
    { name: `${group || 'face'}-packages`, comment, severity: 'error', from, to: ofPackages },
    ...(modules.includes('')
      ? []
      : [{ name: `${group || 'face'}-of-node`, comment, severity: 'error', from, to: ofNode }]),
  ];
});

const places = [
  SEATS,
  ...Object.keys(rooms).map((room) => folder(`core/${room}`)),
  ...Object.keys(parts).map((name) => folder(`parts/${name}`)),
  ...Object.keys(adapters).map((name) => folder(`adapters/${name}`)),
  ...Object.keys(groups)
    .filter((group) => !['core', 'parts', 'adapters'].includes(group))
    .map(folder),
  ...Object.keys({ ...entries, ...parts, ...adapters }).map(face),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers,
    only('core', 'The core imports nothing but the core.', CORE, [CORE]),
    ...features,
    ...others,
    ...faces,
    ...outside,
    {
      name: 'no-cycle',
      comment: 'Files import each other in a circle.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-stray',
      comment: 'house.json has no line for the place of this file.',
      severity: 'error',
      from: { path: '^lib/', pathNot: places },
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
    // Else an import of types is none.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
