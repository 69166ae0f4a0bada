// Why: what a part of the smallest program costs shows when it is left out, with all that it alone needs. `npm run size:modules`
// prints what is saved without each of its modules, `-- --functions` without the body of each function and method, and
// `-- --capabilities` without what each capability is made of. The first two lists are the bundle's own; the third is
// capabilities.mjs, which fails where a function that it names is no more.
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
