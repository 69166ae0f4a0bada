import type { Warnings } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import { readAnswer, readFailures } from './answer.js';
import type { Operation } from './operation.js';
import { ParameterShapes } from './parameter-shape.js';
import { readParameters } from './parameters.js';
import { readPath } from './path.js';
import type { Reader } from './reader.js';
import { readRequestBody } from './request-body.js';
import { readNeeds } from './security.js';
import { readServers } from './servers.js';
import { shortened } from './shortened.js';

const METHODS: readonly string[] = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'];

/** What a path may have and an endpoint can't be. */
const LEFT_OUT: readonly string[] = ['trace', 'query', 'additionalOperations'];

/** What stands above an operation. */
interface Above {
  /** What the operations need that don't say so themselves. */
  readonly needs: string | undefined;
  readonly item: DocumentNode;
  readonly template: string;
}

const readOwnServers = (operation: DocumentNode, item: DocumentNode, warnings: Warnings): string[] => {
  const own = readServers(operation);
  const servers = own.length > 0 ? own : readServers(item);
  const [first] = servers;
  if (first !== undefined)
    warnings.add(
      'own-server',
      operation.pointer,
      `it has a server of its own, ${first}: call it through a client with that baseUrl`,
    );
  return servers;
};

const readOperation = ({ needs, item, template }: Above, key: string, reader: Reader): Operation => {
  const { warnings } = reader;
  const node = item.at(key);
  const method = key.toUpperCase();
  if (node.at('callbacks').keys().length > 0)
    warnings.add('callback', node.pointer, 'its callbacks are requests to you: only their types are written');
  const path = readPath(template, node.pointer, warnings);
  const body = readRequestBody(node, method, reader);
  return {
    pointer: node.pointer,
    id: node.text('operationId'),
    method,
    template,
    path: path.text,
    summary: node.text('summary') ?? item.text('summary'),
    description: node.text('description') ?? item.text('description'),
    isDeprecated: node.flag('deprecated') === true,
    parameters: readParameters({ item, operation: node, path, hasBody: body !== undefined }, reader),
    body,
    answer: readAnswer(node, method, warnings),
    failures: readFailures(node),
    needs: node.child('security').exists ? readNeeds(node) : needs,
    servers: readOwnServers(node, item, warnings),
  };
};

const readItem = (above: Above, reader: Reader): Operation[] => {
  const keys = above.item.keys();
  for (const key of keys.filter((each) => LEFT_OUT.includes(each)))
    reader.warnings.add('method', above.item.child(key).pointer, 'it is left out: fetch has no such method');
  return keys.filter((key) => METHODS.includes(key)).map((key) => readOperation(above, key, reader));
};

/** The operations of a document that can be called. */
export function readOperations(document: DocumentNode, warnings: Warnings): Operation[] {
  const paths = document.at('paths');
  const needs = shortened(readNeeds(document) ?? '') || undefined;
  const reader = {
    warnings,
    shapes: new ParameterShapes(),
    isOld: document.text('openapi')?.startsWith('3.0') ?? false,
  };
  for (const name of document.at('webhooks').keys())
    warnings.add(
      'webhook',
      document.child('webhooks').child(name).pointer,
      'webhooks are requests to you: only their types are written',
    );
  return paths
    .keys()
    .filter((template) => template.startsWith('/'))
    .flatMap((template) => readItem({ needs, item: paths.at(template), template }, reader));
}
