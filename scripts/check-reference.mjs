// Checks that every public name has a doc comment, which editors and the API reference show, and that no two files of
// lib/ declare types of the same name.
import { undocumented } from './reference/doc-comments.mjs';
import { readSurface } from './reference/surface.mjs';
import { sharedTypeNames } from './reference/type-names.mjs';

const { count, missing, astray } = undocumented(readSurface());
const shared = sharedTypeNames();

console.log(`reference: ${count} names with a doc comment`);
for (const name of missing) console.error(`${name} has no doc comment`);
for (const name of astray) console.error(`${name} has a doc comment that cites what is not published`);
for (const name of shared) console.error(`${name} declare the same type name: rename one, or share the type`);
if (missing.length + astray.length + shared.length > 0) process.exitCode = 1;
