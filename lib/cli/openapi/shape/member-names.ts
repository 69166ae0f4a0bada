import { DocumentError } from '../document/diagnostics.js';
import { camelCase } from '../names.js';
import type { ConversionOptions } from './conversions.js';

/** How members are named in the program. */
type Naming = Pick<ConversionOptions, 'properties'>;

/** A name that is in camelCase already. */
const CAMEL_CASE = /^[a-z][A-Za-z\d]*$/;

/** Returns the name of a member or a param in the program. A name without letters is unchanged. */
export function memberName(name: string, { properties }: Naming): string {
  const isKept = properties === 'document' || CAMEL_CASE.test(name) || !/\p{L}/u.test(name);
  return isKept ? name : camelCase(name) || name;
}

/** Throws a DocumentError if two members of an object have one name in the program. */
export function checkMembers(names: readonly string[], pointer: string, naming: Naming): void {
  if (naming.properties === 'document') return;
  const known = new Map<string, string>();
  for (const name of names) {
    const inProgram = memberName(name, naming);
    const other = known.get(inProgram);
    if (other !== undefined)
      throw new DocumentError(
        `${JSON.stringify(other)} and ${JSON.stringify(name)} are both ${inProgram} in camelCase: rename one with \`patch\`, or omit --properties`,
        { pointer },
      );
    known.set(inProgram, name);
  }
}
