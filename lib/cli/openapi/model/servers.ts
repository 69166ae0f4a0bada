import type { DocumentNode } from '../document/json-document.js';

/** The URLs of the servers that a document, a path or an operation has, as they are written. */
export const readServers = (node: DocumentNode): string[] =>
  node
    .at('servers')
    .list()
    .flatMap((server) => server.text('url') ?? []);
