import { readFile } from 'node:fs/promises';

const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript' };

/** A route that serves the pages and modules of a folder by the rest of the path. */
export const filesOf =
  (folder) =>
  async ({ response, rest }) => {
    const file = new URL(rest.join('/'), folder);
    const type = TYPES[/\.\w+$/.exec(file.pathname)?.[0]];
    try {
      if (!type || !file.href.startsWith(folder.href)) throw new Error('not served');
      const content = await readFile(file);
      response.writeHead(200, { 'content-type': type }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  };
