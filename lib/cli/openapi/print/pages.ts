import type { PagesModel } from '../model/operations.js';
import { type PrintedEntry, printObject, PURE } from './endpoint-config.js';
import type { Contents } from './endpoint.js';
import type { Imports } from './imports.js';
import { quoted, union } from './typescript.js';

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
  const [params = '', data = '', errors = '{}', wire = 'unknown', ...successes] = contents.typeArguments;
  const success = union([`PagesAt<${quoted(items)}>`, ...successes]);
  const call = `${PURE} ${name}(${printed.length > 0 ? printObject(printed) : ''})`;
  return {
    ...contents,
    typeArguments: [params, data, errors, wire, success],
    entries: [...contents.entries, ['pages', call]],
  };
}
