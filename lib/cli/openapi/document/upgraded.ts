import { DocumentError } from './document-error.js';
import { isObject, own, ownObject } from './json-object.js';
import { loadPeer } from './load-peer.js';
import { refOf } from './references.js';

interface Upgrader {
  upgrade(document: unknown, version: '3.0'): unknown;
}

/** Whether it says where it goes; Redocly has warned of one that does not. */
const isPlaced = (parameter: unknown): boolean =>
  refOf(parameter) !== undefined || typeof own(parameter, 'in') === 'string';

/** Leaves out the parameters for which the upgrader would refuse the whole document. */
function dropUnplaced(document: unknown): void {
  const items = Object.values(ownObject(document, 'paths'));
  for (const holder of [...items, ...items.filter(isObject).flatMap((item) => Object.values(item))]) {
    const parameters = own(holder, 'parameters');
    if (Array.isArray(parameters))
      Reflect.set(Object(holder) as object, 'parameters', parameters.filter(isPlaced));
    else if (parameters !== undefined) Reflect.deleteProperty(Object(holder) as object, 'parameters');
  }
  const shared = ownObject(document, 'parameters');
  for (const [name, parameter] of Object.entries(shared))
    if (!isPlaced(parameter)) Reflect.deleteProperty(shared, name);
}

/** A Swagger 2 document as one of OpenAPI 3. */
export async function upgraded(document: unknown): Promise<unknown> {
  const upgrader = (await loadPeer(
    '@scalar/openapi-upgrader',
    'Swagger 2',
    () => import('@scalar/openapi-upgrader'),
  )) as Upgrader;
  dropUnplaced(document);
  try {
    return upgrader.upgrade(document, '3.0');
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new DocumentError(`@scalar/openapi-upgrader can't read this Swagger 2: ${line}`);
  }
}
