import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { House, Table } from './house.js';

/** Every TypeScript file below `folder`. */
export const readHouse = (folder: string): House => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  return new Map(
    paths.sort().map((path) => [path.split(sep).join('/'), readFileSync(join(folder, path), 'utf8')]),
  );
};

/** house.json. */
export const readTable = (): Table => JSON.parse(readFileSync('house.json', 'utf8')) as Table;
