import {
  type Decoded,
  fieldsOf,
  type JsonFormat,
  noneOf,
  type Protocol,
  InvalidInputError,
  type ResponseReader,
  type StandardSchemaV1,
  tagOf,
  unreadBody,
  unusable,
  urlProblem,
  validateData,
} from '../../core/internal.js';
import { readExecution, withFirstMessage } from '../graphql-results/execution.js';
import type { OperationConfig } from './operation.js';

/** Tokens of a document: comments, strings, names and brackets. */
const TOKENS = /#.*|"""[^]*?"""|"(?:[^"\\\n]|\\.)*"?|[{}()@]|\w+/g;

const KINDS: readonly string[] = ['query', 'mutation', 'subscription'];

/** Returns the first operation of a document. */
const firstOperation = (document: string): { readonly kind: string; readonly name: string } | undefined => {
  let depth = 0;
  let kind: string | undefined;
  let begins = true;
  for (const [token] of document.matchAll(TOKENS)) {
    if (/^["#]/.test(token)) continue;
    if (kind !== undefined) return { kind, name: /^\w/.test(token) ? token : '' };
    if (token === '{' || token === '(') depth += 1;
    else if (token === '}' || token === ')') depth -= 1;
    else if (begins && KINDS.includes(token)) kind = token;
    begins = depth === 0 && token === '}';
  }
  return undefined;
};

/**
 * Returns the label for messages, "query user": kind and name of the document's operation, else the client's side and
 * the endpoint's name.
 */
export function operationLabel(document: string, side: string, endpoint: string): string {
  const first = firstOperation(document);
  return `${first?.kind ?? (side || 'query')} ${first?.name || endpoint}`;
}

/** Returns whether a value has no named fields of its own. The entries of a `Map` count as fields. */
const hasNoFields = (value: unknown): boolean =>
  typeof value !== 'object' ||
  ArrayBuffer.isView(value) ||
  (Object.keys(value as object).length === 0 && tagOf(value) !== 'Map');

/** Reads data and errors from the root object of a response. */
class GraphQLDecoder {
  readonly #schema: StandardSchemaV1 | undefined;
  readonly #json: JsonFormat;

  constructor(schema: StandardSchemaV1 | undefined, json: JsonFormat) {
    this.#schema = schema;
    this.#json = json;
  }

  async decode(body: Parameters<Protocol['decoder']['decode']>[0]): Promise<Decoded> {
    const { response } = body;
    const { ok, status, statusText } = response;
    let text: string;
    let root: unknown;
    try {
      text = (await body.read('text')) as string;
    } catch (thrown) {
      return ok ? unreadBody(response, thrown) : { kind: 'http', body: null };
    }
    try {
      if (text !== '') root = await this.#json.parse(text, response);
    } catch (thrown) {
      if (ok) return noneOf(this.#json.name, response, text, this.#json.parseJson ? thrown : undefined);
    }
    if (!ok)
      return {
        kind: 'http',
        body: root ?? null,
        ...(root === undefined && text !== '' && { rawBody: text }),
        reason: withFirstMessage(
          `returned ${status} ${statusText}`,
          (Object(root) as { errors?: unknown }).errors,
        ),
      };
    const found = text === '' ? 'an empty body' : readExecution(root, `returned ${status}`);
    if (typeof found === 'string') return unusable(response, text, ` with ${found}`);
    return this.#schema && !found.kind ? validateData(this.#schema, found.data, body) : found;
  }
}

/** The GraphQL protocol: POSTs a document and its variables as JSON. */
export class GraphQLProtocol implements Protocol {
  readonly definition: Protocol['definition'];
  readonly reader: ResponseReader<unknown> | undefined;
  readonly decoder: GraphQLDecoder;
  readonly #document: string;
  readonly #json: JsonFormat;

  constructor(
    endpoint: string,
    side: string,
    document: string,
    { schema, responseType: reader }: OperationConfig<never>,
    json: JsonFormat,
  ) {
    this.reader = reader;
    this.#document = document;
    this.#json = json;
    this.decoder = new GraphQLDecoder(schema, json);
    this.definition = {
      method: 'POST',
      path: endpoint,
      template: endpoint,
      accept: undefined,
      operation: `${side} ${document}`,
      label: (name) => operationLabel(document, side, name),
      responseType: reader ?? 'json',
      schema,
      json,
      streams: reader !== undefined,
    };
  }

  encode(variables: unknown): ReturnType<Protocol['encode']> {
    const url = this.definition.path;
    try {
      return { url, query: '', headers: undefined, body: this.#bodyOf(variables), refusal: undefined };
    } catch (refusal) {
      return { url, query: '', headers: undefined, body: undefined, refusal };
    }
  }

  #bodyOf(variables: unknown): NonNullable<ReturnType<Protocol['encode']>['body']> {
    const problem = urlProblem('endpoint', this.definition.path);
    if (problem !== undefined) throw new InvalidInputError(problem);
    const fields = fieldsOf(variables, hasNoFields, 'variables');
    if (!fields) throw InvalidInputError.of('variables', variables, 'an object');
    const body = this.#json.stringify('variables', {
      query: this.#document,
      variables: { ...fields },
    });
    return { body, contentType: 'application/json', isJson: true };
  }
}
