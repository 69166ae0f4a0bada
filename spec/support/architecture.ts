import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A module of lib/features/ or lib/adapters/, with its line in architecture.json. */
interface Feature {
  /** The import path, if it differs from the name. */
  readonly path?: string;
  /** False if only other modules import it. */
  readonly entry?: boolean;
}

/** The keys of architecture.json that specs read. */
interface Table {
  readonly features: Readonly<Record<string, Feature>>;
  readonly adapters: Readonly<Record<string, Feature>>;
  readonly entries: Readonly<Record<string, object>>;
}

/** Every TypeScript file below `folder`: its path, with forward slashes, to its source. */
export const sourcesIn = (folder: string): ReadonlyMap<string, string> => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  return new Map(
    paths.sort().map((path) => [path.split(sep).join('/'), readFileSync(join(folder, path), 'utf8')]),
  );
};

/** architecture.json. */
export const readTable = (): Table => JSON.parse(readFileSync('architecture.json', 'utf8')) as Table;
