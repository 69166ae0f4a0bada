import { DocumentError } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import type { Side } from '../schema/side.js';
import { isSequence, mediaTypes } from './media-type.js';

/** What comes without being an answer to a call, or is sent back for it: no endpoint has its schema. */
export interface Incoming {
  readonly schema: DocumentNode;
  readonly side: Side;
  /** What it is called, should its schema have no name. */
  readonly name: string;
  /** The operation whose stream it comes in; undefined for a request to you. */
  readonly streamOf: string | undefined;
}

/** `$ref`s that lead nowhere are warned of, and what no endpoint needs does without. */
function known<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocumentError && error.ref !== undefined) return [];
    throw error;
  }
}

const operationsOf = (item: DocumentNode): DocumentNode[] =>
  item
    .keys()
    .map((key) => item.child(key))
    .filter((each) => each.child('responses').exists || each.child('requestBody').exists);

const schemasIn = (content: DocumentNode): DocumentNode[] =>
  mediaTypes(content).flatMap(({ node }) =>
    ['schema', 'itemSchema'].map((word) => node.child(word)).filter(({ exists }) => exists),
  );

/** A request to you: its params and body come, and its answers are yours. */
const ofRequest = (operation: DocumentNode, name: string): Incoming[] => [
  ...known(() => schemasIn(operation.at('requestBody').at('content'))).map((schema): Incoming => ({
    schema,
    side: 'received',
    name,
    streamOf: undefined,
  })),
  ...known(() => operation.at('parameters').list())
    .map((parameter) => parameter.child('schema'))
    .filter(({ exists }) => exists)
    .map((schema): Incoming => ({ schema, side: 'received', name: `${name} Param`, streamOf: undefined })),
  ...operation
    .child('responses')
    .keys()
    .flatMap((status) => known(() => schemasIn(operation.child('responses').at(status).at('content'))))
    .map((schema): Incoming => ({ schema, side: 'sent', name: `${name} Answer`, streamOf: undefined })),
];

const ofItem = (item: DocumentNode, name: string): Incoming[] => {
  const operations = operationsOf(item);
  return operations.flatMap((each) => ofRequest(each, each.text('operationId') ?? name));
};

const ofCallbacks = (operation: DocumentNode): Incoming[] =>
  known(() => {
    const callbacks = operation.at('callbacks');
    return callbacks.keys().flatMap((name) => {
      const callback = callbacks.at(name);
      return callback.keys().flatMap((url) => known(() => ofItem(callback.at(url), `${name} Callback`)));
    });
  });

/** What comes in the streams of an operation, one by one. */
const ofStreams = (operation: DocumentNode, name: string): Incoming[] => {
  const responses = operation.at('responses');
  const media = responses
    .keys()
    .filter((status) => /^2/.test(status) || status === 'default')
    .flatMap((status) => mediaTypes(responses.at(status).at('content')));
  return media
    .filter(isSequence)
    .flatMap(({ node }) =>
      ['itemSchema', 'schema']
        .map((word) => node.child(word))
        .filter(({ exists }) => exists)
        .slice(0, 1),
    )
    .map((schema): Incoming => ({
      schema,
      side: 'received',
      name: `${name} Event`,
      streamOf: operation.pointer,
    }));
};

/**
 * What a document has beside its endpoints: the events of their streams, the bodies of webhooks and callbacks, and what
 * is answered to these.
 *
 * @param endpoints The names of the endpoints, by where their operations stand.
 */
export function readIncoming(document: DocumentNode, endpoints: ReadonlyMap<string, string>): Incoming[] {
  const paths = document.at('paths');
  const ofEndpoints = paths.keys().flatMap((template) => {
    const item = paths.at(template);
    return operationsOf(item).flatMap((operation) => {
      const name = endpoints.get(operation.pointer);
      return name === undefined ? [] : [...ofStreams(operation, name), ...ofCallbacks(operation)];
    });
  });
  const webhooks = document.at('webhooks');
  const ofWebhooks = webhooks
    .keys()
    .flatMap((name) => known(() => ofItem(webhooks.at(name), `${name} Webhook`)));
  return [...ofEndpoints, ...ofWebhooks];
}
