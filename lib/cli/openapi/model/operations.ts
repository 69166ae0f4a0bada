import { orUnresolved, type Warnings } from '../document/diagnostics.js';
import { type DocumentNode, isObject, ownList } from '../document/json-document.js';
import type { Side } from '../schema/keywords.js';
import { type ResponseModel, type ErrorModels, readAnswer, readFailures } from './response.js';
import { mediaTypes, sequenceOf } from './media-type.js';
import {
  type Parameter,
  ParameterShapes,
  type Reader,
  readParameters,
  readPath,
  shortened,
} from './parameters.js';
import { readRequestBody, type RequestBodyModel } from './request-body.js';

/** One option of pages: a path, a param or a number. */
export type PagesOption = readonly [name: string, value: string | number];

/** How the pages of an operation follow each other, with the names of the program. */
export interface PagesModel {
  readonly type: 'cursor' | 'offset' | 'number' | 'link';
  readonly options: readonly PagesOption[];
  /** Path of the items; `''` if the data is the array. */
  readonly items: string;
}

/** One operation of the document, independent of the printed language. */
export interface OperationModel {
  /** Pointer such as `/paths/~1users/get`. */
  readonly pointer: string;
  readonly id: string | undefined;
  readonly tags: readonly string[];
  /** HTTP method in upper case, such as `GET`. */
  readonly method: string;
  /** Path as in the document. */
  readonly template: string;
  /** Path as it is sent. */
  readonly path: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBodyModel | undefined;
  readonly answer: ResponseModel;
  readonly failures: ErrorModels;
  /** Text that describes the required authentication; undefined without any. */
  readonly needs: string | undefined;
  /** Names of the security schemes that the operation itself lists. */
  readonly schemes: readonly string[];
  /** Whether the operation itself says that it needs no credentials. */
  readonly isPublic: boolean;
  /** Server URLs of this operation; empty if it uses the document's servers. */
  readonly servers: readonly string[];
  /** Undefined without pages. */
  readonly pages?: PagesModel | undefined;
}

export const METHODS: readonly string[] = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'];

/** Keywords of a path item that can't become an endpoint. */
const LEFT_OUT: readonly string[] = ['trace', 'query', 'additionalOperations'];

/** Properties that operations inherit from their path item and the document. */
interface Above {
  /** Default authentication of the operations. */
  readonly needs: string | undefined;
  readonly item: DocumentNode;
  readonly template: string;
}

const readOperation = ({ needs, item, template }: Above, key: string, reader: Reader): OperationModel => {
  const { warnings } = reader;
  const node = item.at(key);
  const { pointer } = node;
  const method = key.toUpperCase();
  if (node.at('callbacks').keys().length > 0)
    warnings.add('callback', pointer, 'callbacks are requests to you: only types are generated');
  const path = readPath(template, pointer, warnings);
  const body = readRequestBody(node, method, reader);
  const parameters = readParameters({ item, operation: node, path, hasBody: body !== undefined }, reader);
  const answer = readAnswer(node, method, reader);
  const servers = [node, item].map(readServers).find(({ length }) => length > 0) ?? [];
  if (servers.length > 0) {
    const advice = 'call it with a client of that baseUrl';
    warnings.add('own-server', pointer, `it has its own server, ${String(servers[0])}: ${advice}`);
  }
  return {
    pointer,
    id: node.text('operationId'),
    tags: ownList(node.value, 'tags').filter((tag) => typeof tag === 'string'),
    method,
    template,
    path: path.text,
    summary: node.text('summary') ?? item.text('summary'),
    description: node.text('description') ?? item.text('description'),
    isDeprecated: node.flag('deprecated') === true,
    parameters,
    body,
    answer,
    failures: readFailures(node),
    needs: node.child('security').exists ? readNeeds(node) : needs,
    schemes: alternativesOf(node).flat(),
    isPublic: needsNothing(node.child('security').value),
    servers,
  };
};

/** The operations to read, if not all. */
export interface OperationChoice {
  /** Whether to read an operation; without a method: any operation of the path. */
  has(template: string, method?: string): boolean;
  /** Whether to read a request of a webhook. */
  hasIncoming(operation: DocumentNode): boolean;
}

const ALL: OperationChoice = { has: () => true, hasIncoming: () => true };

const readItem = (above: Above, reader: Reader, choice: OperationChoice): OperationModel[] => {
  const keys = above.item.keys();
  for (const key of keys.filter((each) => LEFT_OUT.includes(each)))
    reader.warnings.add('method', above.item.child(key).pointer, "it is skipped: fetch can't send it");
  return keys
    .filter((key) => METHODS.includes(key) && choice.has(above.template, key.toUpperCase()))
    .map((key) => readOperation(above, key, reader));
};

/** Which operations are read, and how. */
interface OperationOptions {
  /** Default: all operations. */
  readonly selection?: OperationChoice | undefined;
  /** How params are named in the program. Default: as in the document. */
  readonly naming?: Reader['naming'] | undefined;
  /** Whether streams get a reader. Default: false. */
  readonly hasStreams?: boolean;
  /** Whether the client verifies webhooks, so that they need no warning. Default: false. */
  readonly receivesWebhooks?: boolean;
}

/** Returns the callable operations of a document. */
export function readOperations(
  document: DocumentNode,
  warnings: Warnings,
  {
    selection: choice = ALL,
    naming = { properties: 'document' },
    hasStreams = false,
    receivesWebhooks = false,
  }: OperationOptions = {},
): OperationModel[] {
  const paths = document.at('paths');
  const needs = shortened(readNeeds(document));
  const reader = {
    warnings,
    shapes: new ParameterShapes(),
    isOld: document.text('openapi')?.startsWith('3.0') ?? false,
    naming,
    hasStreams,
  };
  for (const name of receivesWebhooks ? [] : document.at('webhooks').keys()) {
    if (choice !== ALL && !requestsOf(document, name).some((each) => choice.hasIncoming(each))) continue;
    warnings.add(
      'webhook',
      document.child('webhooks').child(name).pointer,
      'webhooks are requests to you: only types are generated',
    );
  }
  return paths
    .keys()
    .filter((template) => template.startsWith('/') && choice.has(template))
    .flatMap((template) => readItem({ needs, item: paths.at(template), template }, reader, choice));
}

/** Returns the server URLs of a document, a path item or an operation, as written. */
export const readServers = (node: DocumentNode): string[] =>
  node
    .at('servers')
    .list()
    .flatMap((server) => server.text('url') ?? []);

/** Returns the names of the security schemes in each alternative that a document or an operation itself lists. */
export const alternativesOf = (node: DocumentNode): readonly (readonly string[])[] =>
  node
    .at('security')
    .list()
    .map((requirement) => requirement.keys());

/** Whether a list of security requirements exists and requires nothing. */
const needsNothing = (security: unknown): boolean =>
  Array.isArray(security) && security.every((each) => isObject(each) && Object.keys(each).length === 0);

/**
 * Describes the authentication of an operation or a document, such as "apiKey, or petAuth (read)". Returns
 * undefined without any.
 */
function readNeeds(node: DocumentNode): string | undefined {
  const alternatives = node
    .at('security')
    .list()
    .map((requirement) => {
      const schemes = requirement.keys().map((name) => {
        const scopes = requirement.at(name).list();
        return scopes.length > 0 ? `${name} (${scopes.map(({ value }) => String(value)).join(', ')})` : name;
      });
      return schemes.join(' and ') || 'nothing';
    });
  return alternatives.every((each) => each === 'nothing') ? undefined : alternatives.join(', or ');
}

/** A schema that no endpoint uses: of an incoming request, of its response, or of a stream item. */
export interface UnusedSchema {
  readonly schema: DocumentNode;
  readonly side: Side;
  /** Name of the type if the schema has none. */
  readonly name: string;
  /** Pointer of the operation whose stream contains the item; undefined for an incoming request. */
  readonly streamOf: string | undefined;
  /** Whether it is the body of a webhook. */
  readonly isEvent?: boolean;
}

/**
 * Reads a part that no endpoint needs. Returns an empty array for an unresolved `$ref`, which has its own
 * warning.
 */
const known = <T>(read: () => T[]): T[] => orUnresolved(read) ?? [];

const operationsOf = (item: DocumentNode): DocumentNode[] =>
  item
    .keys()
    .map((key) => item.child(key))
    .filter((each) => each.child('responses').exists || each.child('requestBody').exists);

/** Returns the requests of a webhook. */
export const requestsOf = (document: DocumentNode, webhook: string): DocumentNode[] =>
  known(() => operationsOf(document.at('webhooks').at(webhook)));

const schemasIn = (content: DocumentNode): DocumentNode[] =>
  mediaTypes(content).flatMap(({ node }) => ['schema', 'itemSchema'].map((word) => node.child(word)));

/**
 * Returns the schemas of the incoming requests of a path item: params and bodies are received, responses are
 * sent.
 */
const ofItem = (item: DocumentNode, otherName: string): UnusedSchema[] =>
  ofRequests(operationsOf(item), otherName);

const ofRequests = (
  operations: readonly DocumentNode[],
  otherName: string,
  isWebhook = false,
): UnusedSchema[] =>
  operations.flatMap((operation) => {
    const name = operation.text('operationId') ?? otherName;
    const of = (schemas: readonly DocumentNode[], side: Side, name: string): UnusedSchema[] =>
      schemas.filter(({ exists }) => exists).map((schema) => ({ schema, side, name, streamOf: undefined }));
    const bodies = known(() => schemasIn(operation.at('requestBody').at('content')));
    const params = known(() => operation.at('parameters').list()).map((each) => each.child('schema'));
    const responses = operation.child('responses');
    const answers = responses
      .keys()
      .flatMap((status) => known(() => schemasIn(responses.at(status).at('content'))));
    return [
      ...of(bodies, 'received', name).map((each) => ({ ...each, isEvent: isWebhook })),
      ...of(params, 'received', `${name} Param`),
      ...of(answers, 'sent', `${name} Answer`),
    ];
  });

const ofCallbacks = (operation: DocumentNode): UnusedSchema[] =>
  known(() => {
    const callbacks = operation.at('callbacks');
    return callbacks.keys().flatMap((name) => {
      const callback = callbacks.at(name);
      return callback.keys().flatMap((url) => known(() => ofItem(callback.at(url), `${name} Callback`)));
    });
  });

/** Returns the item schemas of an operation's streams. */
const ofStreams = (operation: DocumentNode, name: string): UnusedSchema[] => {
  const responses = operation.at('responses');
  const media = responses
    .keys()
    .filter((status) => /^2/.test(status) || status === 'default')
    .flatMap((status) => mediaTypes(responses.at(status).at('content')).filter(sequenceOf));
  return media.flatMap(({ node }): UnusedSchema[] => {
    const schema = [node.child('itemSchema'), node.child('schema')].find(({ exists }) => exists);
    return schema ? [{ schema, side: 'received', name: `${name} Event`, streamOf: operation.pointer }] : [];
  });
};

/**
 * Returns the schemas outside the endpoints: stream items, and the requests and responses of webhooks and
 * callbacks.
 *
 * @param endpoints Endpoint names, by the pointer of the operation.
 */
export function readIncoming(
  document: DocumentNode,
  endpoints: ReadonlyMap<string, string>,
  choice: OperationChoice = ALL,
): UnusedSchema[] {
  const paths = document.at('paths');
  const ofEndpoints = paths
    .keys()
    .filter((template) => choice.has(template))
    .flatMap((template) => operationsOf(paths.at(template)))
    .flatMap((operation) => {
      const name = endpoints.get(operation.pointer);
      return name === undefined ? [] : [...ofStreams(operation, name), ...ofCallbacks(operation)];
    });
  const ofWebhooks = document
    .at('webhooks')
    .keys()
    .flatMap((name) => {
      const requests = requestsOf(document, name).filter((each) => choice.hasIncoming(each));
      return known(() => ofRequests(requests, `${name} Webhook`, true));
    });
  return [...ofEndpoints, ...ofWebhooks];
}
