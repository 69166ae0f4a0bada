import { posix } from 'node:path';
import { type Import, importsOf } from './imports.js';

/** Path below lib/, with forward slashes, to source text. */
export type House = ReadonlyMap<string, string>;

/** What a group may import, beside itself. */
export interface Group {
  /** Groups, or rooms of the core as `core/platform`. */
  readonly imports: readonly string[];
  /** Groups of which it may import types alone. */
  readonly types?: readonly string[];
  /** How the names begin of what it may import that isn't in lib/. */
  readonly outside?: readonly string[];
}

/** A folder in parts/ or in adapters/, with a face of the same name. */
export interface Part {
  /** As it is imported, where that is not its name. */
  readonly path?: string;
  /** The parts whose faces it imports. */
  readonly uses: readonly string[];
  /** False for what only other parts import. */
  readonly entry?: boolean;
}

/** What house.json says of who may import whom. */
export interface Table {
  readonly groups: Readonly<Record<string, Group>>;
  /** The one file of the core that whoever may import the core imports: what it lists is what the core offers them. */
  readonly door?: string;
  /** The ranks of the core's rooms. */
  readonly rooms: Readonly<Record<string, number>>;
  readonly parts: Readonly<Record<string, Part>>;
  readonly adapters: Readonly<Record<string, Part>>;
  readonly entries: Readonly<Record<string, object>>;
}

const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const isFace = (path: string): boolean => !path.includes('/');
const nameOf = (face: string): string => face.replace(/\.ts$/, '');
const isRelative = ({ specifier }: Import): boolean => /^\.{1,2}\//.test(specifier);

/** The folders that a file stands in: a group, and below that a room of the core, a part or an adapter. */
type Place = readonly [group: string, room: string | undefined];

const placeOf = (path: string): Place => {
  const [group = path, ...rest] = path.split('/');
  return [group, rest.length > 1 ? rest[0] : undefined];
};

/** An import of a file in lib/. */
interface Step {
  readonly target: string;
  readonly typeOnly: boolean;
}

const stepsOf = (path: string, source: string): Step[] =>
  importsOf(source)
    .filter(isRelative)
    .map(({ specifier, typeOnly }) => {
      const target = posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts');
      return { target, typeOnly };
    });

const every = (house: House, check: (path: string, source: string) => string[]): string[] =>
  [...house].flatMap(([path, source]) => check(path, source));

/** The lines of a group that has one for each of its folders. */
const linesOf = ({ parts, adapters }: Table, group: string): Readonly<Record<string, Part>> =>
  own({ parts, adapters }, group) ?? {};

/** Every face that the table asks for, as its file is called. */
export const facesOf = ({ entries, parts, adapters }: Table): string[] =>
  [entries, parts, adapters].flatMap((lines) => Object.keys(lines)).map((name) => `${name}.ts`);

/** What the table names and does not have. */
export const tableFaults = (table: Table): string[] => {
  const { groups, rooms, parts, adapters } = table;
  const places = [...Object.keys(groups), ...Object.keys(rooms).map((room) => `core/${room}`)];
  const imported = Object.entries(groups).flatMap(([group, { imports, types = [] }]) =>
    [...imports, ...types]
      .filter((name) => !places.includes(name))
      .map((name) => `the group ${group} may import ${name}, which house.json doesn't have`),
  );
  const used = Object.entries({ ...parts, ...adapters }).flatMap(([part, { uses }]) =>
    uses
      .filter((name) => !own(parts, name))
      .map((name) => `${part} uses the part ${name}, which house.json doesn't have`),
  );
  return [...imported, ...used];
};

const strayOf = (path: string, table: Table): string | undefined => {
  if (path === table.door) return undefined;
  if (isFace(path))
    return facesOf(table).includes(path) ? undefined : 'it stands in no folder and is no face';
  const [group, room] = placeOf(path);
  if (!own(table.groups, group)) return `house.json has no group ${group}`;
  const { rooms, parts, adapters } = table;
  const lines = own<object>({ core: rooms, parts, adapters }, group);
  if (!lines || (room !== undefined && Object.hasOwn(lines, room))) return undefined;
  return room === undefined ? `it stands in no folder of ${group}/` : `house.json has no line for ${room}`;
};

/** Files in places that the table doesn't have. */
export const strays = (house: House, table: Table): string[] =>
  every(house, (path) => {
    const fault = strayOf(path, table);
    return fault === undefined ? [] : [`${path}: ${fault}`];
  });

/** Whether a group may import a room of another. */
const mayImport = ({ groups }: Table, from: string, [group, room]: Place, typeOnly: boolean): boolean => {
  const { imports = [], types = [] } = own(groups, from) ?? {};
  const known = typeOnly ? [...imports, ...types] : imports;
  return known.includes(group) || known.includes(`${group}/${String(room)}`);
};

const allThat = ({ groups }: Table, from: string): string => {
  const { imports = [], types = [] } = own(groups, from) ?? {};
  const known = [...imports, ...types.map((group) => `types of ${group}`)];
  return `${from} may import ${known.join(' and ') || 'nothing but itself'}`;
};

/** Of an import by a face. The face of a part says what that part offers, and nothing else. */
const refusalToFace = (path: string, target: string, table: Table): string | undefined => {
  const part = nameOf(path);
  if (own(table.entries, part)) return undefined;
  const [group, room] = placeOf(target);
  if (group === 'core' || room === part) return undefined;
  return 'the face of a part lists names of that part and of the core';
};

/** Of an import of a face by a file in a folder. */
const refusalOfFace = (path: string, { target, typeOnly }: Step, table: Table): string | undefined => {
  const part = nameOf(target);
  if (!own(table.parts, part)) return 'import the file that owns the name';
  const [group, room = ''] = placeOf(path);
  const line = own(linesOf(table, group), room);
  if (line) return line.uses.includes(part) ? undefined : `house.json doesn't say that ${room} uses ${part}`;
  return mayImport(table, group, ['parts', part], typeOnly) ? undefined : allThat(table, group);
};

const refusalOfRoom = (path: string, target: string, { rooms }: Table): string | undefined => {
  const [[group, from = ''], [, to = '']] = [placeOf(path), placeOf(target)];
  if (from === to) return undefined;
  if (group === 'parts') return 'a part knows another by its face alone';
  if (group === 'adapters') return 'an adapter knows no other';
  const [rank, other] = [own(rooms, from), own(rooms, to)];
  if (group !== 'core' || rank === undefined || other === undefined || other < rank) return undefined;
  return `of rank ${other}, from rank ${rank}; a room imports only from a strictly lower rank`;
};

const refusalOfFile = (path: string, { target, typeOnly }: Step, table: Table): string | undefined => {
  const [[group], place] = [placeOf(path), placeOf(target)];
  if (group === place[0]) return refusalOfRoom(path, target, table);
  if (!mayImport(table, group, place, typeOnly)) return allThat(table, group);
  const isRoom = own(table.groups, group)?.imports.includes(place.join('/'));
  if (place[0] === 'core' && table.door && target !== table.door && !isRoom)
    return `the core is known by ${table.door} alone`;
  return place[0] === 'parts' ? 'a part is known by its face alone' : undefined;
};

const refusalOf = (path: string, step: Step, table: Table): string | undefined => {
  if (isFace(path)) return refusalToFace(path, step.target, table);
  return isFace(step.target) ? refusalOfFace(path, step, table) : refusalOfFile(path, step, table);
};

/** Imports that the table doesn't allow, types too. */
export const forbiddenImports = (house: House, table: Table): string[] =>
  every(house, (path, source) =>
    stepsOf(path, source).flatMap((step) => {
      const refusal = refusalOf(path, step, table);
      return refusal === undefined ? [] : [`${path} imports ${step.target}: ${refusal}`];
    }),
  );

/** Parts that the table says a part uses, and that it doesn't. */
export const idleUses = (house: House, table: Table): string[] =>
  ['parts', 'adapters'].flatMap((group) =>
    Object.entries(linesOf(table, group)).flatMap(([name, { uses }]) => {
      const files = [...house].filter(([path]) => path.startsWith(`${group}/${name}/`));
      const used = files.flatMap(([path, source]) => stepsOf(path, source).map(({ target }) => target));
      return uses
        .filter((part) => !used.includes(`${part}.ts`))
        .map((part) => `${name} doesn't use ${part}, as house.json says`);
    }),
  );

/** Imports from outside lib/ that the table doesn't allow. */
export const outsideImports = (house: House, { groups }: Table): string[] =>
  every(house, (path, source) => {
    const { outside = [] } = own(groups, placeOf(path)[0]) ?? {};
    return importsOf(source)
      .filter((each) => !isRelative(each) && !outside.some((start) => each.specifier.startsWith(start)))
      .map(({ specifier }) => `${path} imports ${specifier}; lib/ depends on nothing outside itself`);
  });

/** Each cycle once, as the way round it. */
export const importCycles = (house: House): string[] => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) cycles.push([...way.slice(start), path].join(' -> '));
    if (start >= 0 || done.has(path)) return;
    for (const { target } of stepsOf(path, house.get(path) ?? '')) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of house.keys()) walk(path, []);
  return cycles;
};
