// Why: an editor shows what stands above a declaration, and the reference is made of it. A name that says nothing
// there is found by nobody. docs/reference/options.md is held to be what the comments of the options say.
import { undocumented } from './reference/doc-comments.mjs';
import { writeOptions } from './reference/options-page.mjs';
import { readSurface } from './reference/surface.mjs';

const surface = readSurface();
const { count, missing, astray } = undocumented(surface);
const { count: options, faults } = await writeOptions(surface, { check: true });

console.log(`reference: ${count} names with a doc comment, ${options} options`);
for (const name of missing) console.error(`${name} has no doc comment`);
for (const name of astray) console.error(`${name} has a doc comment that cites what is not published`);
for (const fault of faults) console.error(fault);
if (missing.length + astray.length + faults.length > 0) process.exitCode = 1;
