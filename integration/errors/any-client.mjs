// Runs the rows in a runtime that has only the web platform. Prints the results, or passes them to a page.
import { tellAll } from './tell.mjs';

const argv = globalThis.process?.argv ?? globalThis.Deno?.args;
if (argv) {
  const urls = JSON.parse(argv.at(-1));
  const proxied = globalThis.Bun ? { fetchOptions: { proxy: urls.proxy } } : undefined;
  const told = JSON.stringify(await tellAll({ urls, proxied }));
  console.log(told);
  process.exit(0);
} else globalThis.tellErrors = async (urls) => JSON.stringify(await tellAll({ urls }));
