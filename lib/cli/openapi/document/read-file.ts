import * as fs from 'node:fs';
import { DocumentError } from './document-error.js';
import { own } from './json-object.js';

const { readFileSync } = fs as unknown as {
  readonly readFileSync: (path: string, encoding: 'utf8') => string;
};

const REASONS = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder; name a file'],
  ['EACCES', 'it may not be read by you'],
]);

/** The text of a file. */
export function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = own(error, 'code');
    const reason = REASONS.get(String(code)) ?? (error instanceof Error ? error.message : 'it failed');
    throw new DocumentError(`${path} can't be read: ${reason}`);
  }
}
