import type { PagesModel } from '../model/operations.js';
import { type PrintedEntry, printObject, PURE } from './endpoint-config.js';
import type { Contents } from './endpoint.js';
import type { Imports } from './imports.js';
import { quoted } from './typescript.js';

const MODULE = 'homing/pagination';

/** Adds the pages of an endpoint: a member of its config, and a mark among the types of its successes. */
export function withPages(contents: Contents, pages: PagesModel | undefined, imports: Imports): Contents {
  if (!pages) return contents;
  const { type, options, items } = pages;
  const name = `${type}Pages`;
  imports.add(MODULE, name);
  imports.add(MODULE, 'type PagesAt');
  const printed = options.map(([key, value]): PrintedEntry => [
    key,
    typeof value === 'string' ? quoted(value) : String(value),
  ]);
  const successes = [`PagesAt<${quoted(items)}>`, ...contents.types.successes];
  const call = `${PURE} ${name}(${printed.length > 0 ? printObject(printed) : ''})`;
  return {
    ...contents,
    types: { ...contents.types, successes },
    entries: [...contents.entries, ['pages', call]],
  };
}
