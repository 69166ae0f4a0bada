import { existsSync } from 'node:fs';

const nodeEntry = new URL('../../dist/node.js', import.meta.url);

/** The transports of homing's requests. A row can have different expectations for each. */
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

/** The expectations of a row for a transport: the general ones, with the differences of the transport. */
export const expectedOf = (row, transport) => ({ ...row, ...row.with?.[transport] });
