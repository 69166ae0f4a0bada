import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A folder in lib/parts/ or lib/adapters/, as house.json has it. */
interface Part {
  /** The path to import it by, if that isn't its name. */
  readonly path?: string;
  /** False for what only other parts import. */
  readonly entry?: boolean;
}

/** What the specs read of house.json. */
interface Table {
  readonly parts: Readonly<Record<string, Part>>;
  readonly adapters: Readonly<Record<string, Part>>;
  readonly entries: Readonly<Record<string, object>>;
}

/** Every TypeScript file below `folder`: its path, with forward slashes, to its source. */
export const readHouse = (folder: string): ReadonlyMap<string, string> => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  return new Map(
    paths.sort().map((path) => [path.split(sep).join('/'), readFileSync(join(folder, path), 'utf8')]),
  );
};

/** house.json. */
export const readTable = (): Table => JSON.parse(readFileSync('house.json', 'utf8')) as Table;
