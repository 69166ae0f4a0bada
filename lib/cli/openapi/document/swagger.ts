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

/** Values of `in` for parameters that are part of the body. */
const BODY: readonly unknown[] = ['body', 'formData'];

/** Array formats that OpenAPI 3 supports, by location. `csv` works everywhere. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  query: ['ssv', 'pipes', 'multi'],
  formData: ['ssv', 'pipes', 'multi'],
};

const set = (holder: unknown, key: string, value: unknown): boolean =>
  Reflect.set(Object(holder) as object, key, value);

const remove = (holder: unknown, key: string): boolean =>
  Reflect.deleteProperty(Object(holder) as object, key);

/** Whether a parameter has a location. Redocly has already reported the others. */
const isPlaced = (parameter: unknown): boolean =>
  refOf(parameter) !== undefined || typeof own(parameter, 'in') === 'string';

/**
 * Returns the content types of `word` at the first level that has any. Swagger 2 has no default; most
 * documents mean JSON.
 */
const typesOf = (word: string, ...levels: readonly unknown[]): readonly string[] => {
  const level = levels.find((each) => Array.isArray(own(each, word)));
  const types = ownList(level, word).filter((type) => typeof type === 'string');
  return types.length > 0 ? types : [JSON_TYPE];
};

const isFile = (schema: unknown): boolean => own(schema, 'type') === 'file';

/** Removes the parameters for which the upgrader would reject the whole document. */
function dropUnplaced(holder: Located): void {
  const parameters = own(holder.value, 'parameters');
  if (Array.isArray(parameters)) set(holder.value, 'parameters', parameters.filter(isPlaced));
  else remove(holder.value, 'parameters');
}

/**
 * Sets the array format, because the upgrader doesn't know the default. Warns about formats that OpenAPI 3
 * doesn't support.
 */
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
  // Files can't be joined as strings.
  const kept = isWritten ? format : 'csv';
  set(parameter, 'collectionFormat', isFile(own(parameter, 'items')) ? 'multi' : kept);
}

/** Refers to the schema of a shared parameter or response, at the place where the upgrader puts it. */
const sharedContent = (section: string, name: string, types: readonly string[]): JsonObject => {
  const media = { $ref: `#${encodeURI(childOf('/components', section, name, 'content', JSON_TYPE))}` };
  return Object.fromEntries(types.map((type) => [type, media]));
};

/** Returns the name of a shared object in a section; undefined for any other object. */
const sharedName = (section: string, { pointer }: Located): string | undefined => {
  const [first, name, ...rest] = segmentsOf(pointer);
  return first === section && rest.length === 0 ? name : undefined;
};

/** Moves everything that the upgrader would lose or misread to a place that it supports. */
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
    // Each operation has its own types now.
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

  /** Removes the body parameters from a list and returns them with resolved `$ref`s. */
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
 * Prepares a Swagger 2 document for the upgrader. The upgrader loses body parameters behind a `$ref`. It also
 * ignores the default array format and the content types of shared responses. Changes the document.
 */
export function prepareSwagger(document: unknown, warnings: Warnings): void {
  if (isObject(document)) new Preparation(document, warnings).run();
}
