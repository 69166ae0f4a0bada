// Prints what the parts of the smallest program cost: the bytes that are saved without each part and
// everything that only it needs.
//
//   npm run size:modules                      without each module
//   npm run size:modules -- --functions       without the body of each function and method
//   npm run size:modules -- --capabilities    without the functions of each capability
//
// The first two lists come from the bundle. The third is capabilities.mjs, which fails if a listed function
// no longer exists.
import { capabilityBytes } from './capabilities.mjs';
import { bodiesIn, bundleWith, emptied, withoutBodies } from './leave-out.mjs';

const whole = await bundleWith();

const savedWith = async (texts) => whole.gzip - (await bundleWith(texts)).gzip;

const byModule = () =>
  Promise.all(
    whole.modules.map(async ({ path, bytes }) => ({
      name: path,
      saved: await savedWith({ [path]: await emptied(path) }),
      bytes,
    })),
  );

const byFunction = () =>
  Promise.all(
    whole.modules.flatMap(({ path }) =>
      bodiesIn(path).map(async (body) => ({
        name: `${path} ${body.name}`,
        saved: await savedWith({ [path]: withoutBodies(path, [body]) }),
      })),
    ),
  );

const [title, list] = process.argv.includes('--functions')
  ? ['without the body of', byFunction]
  : process.argv.includes('--capabilities')
    ? ['without', capabilityBytes]
    : ['without the module', byModule];

const line = (saved, bytes, name) =>
  console.log(`${String(saved).padStart(8)}  ${String(bytes).padStart(8)}  ${name}`);
console.log(
  `REST only: ${whole.gzip} bytes gzip, ${whole.minified} minified, ${whole.modules.length} modules\n`,
);
const rows = await list();
line('saved', rows[0].bytes === undefined ? '' : 'minified', title);
for (const { saved, bytes = '', name } of rows.sort((a, b) => b.saved - a.saved))
  if (saved > 0) line(saved, bytes, name);
