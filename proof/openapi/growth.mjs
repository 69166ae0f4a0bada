// What endpoints of a generated file add to a bundle, beside the same program with none of them.
import { bundleSize } from '../../scripts/bundle-size.mjs';

const program = (names, from) => `
  import { createApi } from 'homing';
  import { places } from 'homing/openapi';
  ${names === '*' ? `import * as requests from '${from}';` : `import { ${names.join(', ')} } from '${from}'; const requests = { ${names.join(', ')} };`}
  globalThis.api = [createApi({ baseUrl: 'https://api.github.com', requests }), places];`;

/** In kB after gzip. */
export const growthOf = async (folder, generated) => {
  const names = [...generated.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  const sizeOf = async (used) => (await bundleSize(program(used, './homing.ts'), { from: folder })).gzip;
  const none = await sizeOf([]);
  const two = await sizeOf(['reposGet', 'issuesCreate']);
  const all = await sizeOf('*');
  return { two: two - none, all: all - none, count: names.length };
};
