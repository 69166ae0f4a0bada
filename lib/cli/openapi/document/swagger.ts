import { isJsonType } from '../model/media-type.js';
import type { Warnings } from './diagnostics.js';
import {
  childOf,
  isObject,
  type JsonObject,
  type Located,
  locatedAt,
  locatedIn,
  type OpenApiDocument,
  own,
  ownList,
  ownObject,
  References,
  refOf,
  segmentsOf,
} from './json-document.js';

const JSON_TYPE = 'application/json';
const BYTES = 'application/octet-stream';

const METHODS: readonly string[] = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'];

/** Where a parameter is one of the body. */
const BODY: readonly unknown[] = ['body', 'formData'];

/** The formats of arrays that OpenAPI 3 can write, by where they are sent; `csv` everywhere. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  query: ['ssv', 'pipes', 'multi'],
  formData: ['ssv', 'pipes', 'multi'],
};

const set = (holder: unknown, key: string, value: unknown): boolean =>
  Reflect.set(Object(holder) as object, key, value);

const remove = (holder: unknown, key: string): boolean =>
  Reflect.deleteProperty(Object(holder) as object, key);

/** Whether a parameter says where it goes; Redocly has warned of one that doesn't. */
const isPlaced = (parameter: unknown): boolean =>
  refOf(parameter) !== undefined || typeof own(parameter, 'in') === 'string';

/** The content types under `word` on the first level that has any. Swagger 2 has no default: JSON is what most mean. */
const typesOf = (word: string, ...levels: readonly unknown[]): readonly string[] => {
  const level = levels.find((each) => Array.isArray(own(each, word)));
  const types = ownList(level, word).filter((type) => typeof type === 'string');
  return types.length > 0 ? types : [JSON_TYPE];
};

const isFile = (schema: unknown): boolean => own(schema, 'type') === 'file';

/** Leaves out the parameters for which the upgrader rejects the whole document. */
function dropUnplaced(holder: Located): void {
  const parameters = own(holder.value, 'parameters');
  if (Array.isArray(parameters)) set(holder.value, 'parameters', parameters.filter(isPlaced));
  else remove(holder.value, 'parameters');
}

/** Says the format of an array, whose default the upgrader doesn't know, and warns of one that can't be written. */
function sayFormat({ value: parameter, pointer }: Located, warnings: Warnings): void {
  if (own(parameter, 'type') !== 'array') return;
  const place = String(own(parameter, 'in'));
  const format = own(parameter, 'collectionFormat') ?? 'csv';
  const isWritten = WRITTEN[place]?.includes(format as string) === true;
  if (!isWritten && format !== 'csv') {
    const name = JSON.stringify(own(parameter, 'name'));
    const message = `the array ${name} is sent with commas: ${JSON.stringify(format)} is not supported here`;
    warnings.add('collection-format', pointer, message);
  }
  // Files have no text that could be joined.
  const kept = isWritten ? format : 'csv';
  set(parameter, 'collectionFormat', isFile(own(parameter, 'items')) ? 'multi' : kept);
}

/** The schema of a shared parameter or response, where the upgrader puts it: it is written once. */
const sharedContent = (section: string, name: string, types: readonly string[]): JsonObject => {
  const media = { $ref: `#${encodeURI(childOf('/components', section, name, 'content', JSON_TYPE))}` };
  return Object.fromEntries(types.map((type) => [type, media]));
};

/** The name of what is shared in a section of the document. */
const sharedName = (section: string, { pointer }: Located): string | undefined => {
  const [first, name, ...rest] = segmentsOf(pointer);
  return first === section && rest.length === 0 ? name : undefined;
};

/** Moves all that the upgrader would lose, or take from elsewhere, to where the upgrader finds it. */
class Preparation {
  readonly #document: Located;
  readonly #references: References;
  readonly #warnings: Warnings;

  constructor(document: JsonObject, warnings: Warnings) {
    this.#document = { value: document, pointer: '' };
    this.#references = new References(document as OpenApiDocument);
    this.#warnings = warnings;
  }

  run(): void {
    const document = this.#document;
    const shared = locatedAt(document, 'parameters');
    for (const [name, parameter] of Object.entries(ownObject(document.value, 'parameters'))) {
      if (isPlaced(parameter)) sayFormat(locatedAt(shared, name), this.#warnings);
      else remove(shared.value, name);
    }
    const paths = locatedAt(document, 'paths');
    for (const path of Object.keys(ownObject(document.value, 'paths'))) this.#item(locatedAt(paths, path));
    // Each operation has its own now.
    remove(document.value, 'consumes');
    remove(document.value, 'produces');
  }

  #item(item: Located): void {
    if (!isObject(item.value)) return;
    const operations = METHODS.map((method) => locatedAt(item, method)).filter(({ value }) =>
      isObject(value),
    );
    for (const holder of [item, ...operations]) {
      dropUnplaced(holder);
      for (const parameter of locatedIn(holder, 'parameters')) sayFormat(parameter, this.#warnings);
    }
    const inherited = this.#takeBody(item);
    for (const operation of operations) this.#operation(operation, inherited);
  }

  #operation(located: Located, inherited: readonly Located[]): void {
    const operation = located.value;
    const declared = [...inherited, ...this.#takeBody(located)];
    for (const word of ['consumes', 'produces'])
      set(operation, word, typesOf(word, operation, this.#document.value));
    const body = declared.filter(({ value }) => own(value, 'in') === 'body').at(-1);
    const fields = declared.filter(({ value }) => own(value, 'in') === 'formData');
    const rest: [unknown, unknown][] = fields.map(({ value }) => [own(value, 'name'), value]);
    const name = body && sharedName('parameters', body);
    if (body && name !== undefined) {
      const { in: _, name: __, schema: ___, ...said } = body.value as JsonObject;
      const content = sharedContent('requestBodies', name, typesOf('consumes', operation));
      set(operation, 'requestBody', { ...said, content });
    } else if (body) rest.push([undefined, body.value]);
    if (rest.length > 0)
      set(operation, 'parameters', [...ownList(operation, 'parameters'), ...new Map(rest).values()]);
    const responses = ownObject(operation, 'responses');
    for (const status of Object.keys(responses))
      this.#response(responses, status, typesOf('produces', operation));
  }

  /** Takes the parameters of the body out of a list, with their `$ref`s followed. */
  #takeBody(holder: Located): Located[] {
    const body: Located[] = [];
    const rest = locatedIn(holder, 'parameters').filter((located) => {
      const target = this.#references.follow(located);
      if (!target || !BODY.includes(own(target.value, 'in'))) return true;
      body.push(target);
      return false;
    });
    if (body.length > 0)
      set(
        holder.value,
        'parameters',
        rest.map(({ value }) => value),
      );
    return body;
  }

  #response(responses: JsonObject, status: string, produces: readonly string[]): void {
    const given = own(responses, status);
    const target = this.#references.follow({ value: given, pointer: '' });
    const schema = own(target?.value, 'schema');
    if (!target || schema === undefined) return;
    const description = own(target.value, 'description');
    if (isFile(schema)) {
      const types = produces.filter((type) => !isJsonType(type));
      const media = { schema: { type: 'string', format: 'binary' } };
      const content = Object.fromEntries((types.length > 0 ? types : [BYTES]).map((type) => [type, media]));
      set(responses, status, { description, content });
    } else if (refOf(given) !== undefined) {
      const name = sharedName('responses', target);
      const content =
        name === undefined ? { schema } : { content: sharedContent('responses', name, produces) };
      set(responses, status, { description, ...content });
    }
  }
}

/**
 * Prepares a Swagger 2 document for the upgrader, which loses parameters of the body behind a `$ref`, and knows neither
 * the default format of arrays nor the content types of a response that operations share. Changes the document.
 */
export function prepareSwagger(document: unknown, warnings: Warnings): void {
  if (isObject(document)) new Preparation(document, warnings).run();
}
