import { loadPeer } from './load-peer.js';

interface Upgrader {
  upgrade(document: unknown, version: '3.0'): unknown;
}

/** A Swagger 2 document as one of OpenAPI 3. */
export async function upgraded(document: unknown): Promise<unknown> {
  const upgrader = (await loadPeer(
    '@scalar/openapi-upgrader',
    'Swagger 2',
    () => import('@scalar/openapi-upgrader'),
  )) as Upgrader;
  return upgrader.upgrade(document, '3.0');
}
