// Checks that every public name has a doc comment. Editors and the API reference show it.
import { undocumented } from './reference/doc-comments.mjs';
import { readSurface } from './reference/surface.mjs';

const { count, missing, astray } = undocumented(readSurface());

console.log(`reference: ${count} names with a doc comment`);
for (const name of missing) console.error(`${name} has no doc comment`);
for (const name of astray) console.error(`${name} has a doc comment that cites what is not published`);
if (missing.length + astray.length > 0) process.exitCode = 1;
