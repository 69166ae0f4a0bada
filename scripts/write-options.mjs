// Why: an option is told of in one place, its doc comment, which an editor shows. `npm run docs:options`, after a build,
// makes docs/reference/options.md of the comments; `npm run test:reference` holds the page to them.
import { writeOptions } from './reference/options-page.mjs';
import { readSurface } from './reference/surface.mjs';

const { count, faults } = await writeOptions(readSurface());
console.log(`docs/reference/options.md: ${count} options`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
