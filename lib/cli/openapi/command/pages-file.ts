import { readFile, stat } from 'node:fs/promises';
import { firstLine } from '../document/diagnostics.js';
import { type PagesRuleMap, RuleError, ruleMapOf } from '../pages/page-rule.js';
import { codeOf, FileError, fileError, shownFile } from './output.js';

/** Maximum size of the file in bytes: above any real rules. */
const LARGEST = 5_000_000;

async function textOf(file: string, shown: string): Promise<string> {
  try {
    const found = await stat(file);
    // Reading a pipe would never end.
    if (!found.isFile()) throw new FileError(`${shown} is not a file: pass a JSON file with --pages`);
    if (found.size > LARGEST) throw new FileError(`${shown} has more than 5 MB: pass a JSON file with rules`);
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new FileError(`${shown} doesn't exist: pass another file with --pages`);
    throw fileError(`${shown} can't be read`, error);
  }
}

/** Reads the rules of `--pages`. Rejects with a FileError if the file can't be read or is invalid. */
export async function readPagesFile(file: string): Promise<PagesRuleMap> {
  const shown = shownFile(file);
  const text = await textOf(file, shown);
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (error) {
    throw new FileError(`${shown} is not valid JSON: ${firstLine(error)}`);
  }
  try {
    return Object.fromEntries(ruleMapOf(value));
  } catch (error) {
    throw error instanceof RuleError ? new FileError(`${shown}: pages ${error.message}`) : error;
  }
}
