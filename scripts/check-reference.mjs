// Why: an editor shows what stands above a declaration, and the reference is made of it. A name that says nothing
// there is found by nobody. docs/reference/options.md is held to have a row for each option, and none beyond.
import { undocumented } from './reference/doc-comments.mjs';
import { optionFaults } from './reference/option-rows.mjs';
import { readSurface } from './reference/surface.mjs';

const surface = readSurface();
const { count, missing, astray } = undocumented(surface);
const { rows, faults } = await optionFaults(surface);

console.log(`reference: ${count} names with a doc comment, ${rows} options with a row`);
for (const name of missing) console.error(`${name} has no doc comment`);
for (const name of astray) console.error(`${name} has a doc comment that cites what is not published`);
for (const fault of faults) console.error(fault);
if (missing.length + astray.length + faults.length > 0) process.exitCode = 1;
