import { existsSync } from 'node:fs';

const nodeEntry = new URL('../../dist/node.js', import.meta.url);

/** What homing's requests are sent by. A row may say what it expects of each. */
export const TRANSPORTS = {
  fetch: {
    label: 'global `fetch`',
    isBuilt: true,
    load: async () => globalThis.fetch,
  },
  nodeFetch: {
    label: '`nodeFetch()`',
    isBuilt: existsSync(nodeEntry),
    load: async () => (await import(nodeEntry.href)).nodeFetch(),
  },
};

export const builtTransports = Object.keys(TRANSPORTS).filter((name) => TRANSPORTS[name].isBuilt);

/** What a row expects of a transport: its own, with what is different there. */
export const expectedOf = (row, transport) => ({ ...row, ...row.with?.[transport] });
