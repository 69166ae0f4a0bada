import { orUnresolved } from '../document/diagnostics.js';
import type { DocumentNode, Located, References } from '../document/json-document.js';
import type { OperationModel } from '../model/operations.js';
import { OPAQUE } from '../model/request-body.js';
import { type PrintedEntry, printObject, PURE, valueKey } from '../print/endpoint-config.js';
import type { Contents, ContentsPrinter } from '../print/endpoint.js';
import type { Imports } from '../print/imports.js';
import type { Side } from '../schema/keywords.js';
import type { SchemaOptions } from '../schema/json-type-printer.js';
import { silentShapes } from '../schema/silent-shapes.js';
import type { ConversionOptions } from '../shape/conversions.js';
import type { Shape } from '../shape/shape.js';
import { unionOf } from '../shape/shape-builders.js';
import type { ShapeReader } from '../shape/shape-reader.js';
import { exactItemEntries, exactJsonEntries } from './exact-json.js';
import { CodecFile } from './codec-file.js';

/** Adds codecs to endpoints whose types another printer prints. */
export class CodecContentsPrinter implements ContentsPrinter {
  readonly isFirst = true;
  readonly #types: ContentsPrinter;
  readonly #shapes: ShapeReader;
  readonly #file: CodecFile;
  readonly #imports: Imports;
  readonly #options: ConversionOptions;

  /**
   * Creates the printer.
   *
   * @param types Prints the types.
   */
  constructor(
    types: ContentsPrinter,
    references: References,
    imports: Imports,
    { endpoints, ...options }: SchemaOptions & { readonly endpoints: readonly string[] },
  ) {
    this.#types = types;
    this.#imports = imports;
    this.#options = options;
    // Programs change a received object and send it back, with its read-only members.
    this.#shapes = silentShapes(references, options, () => true);
    this.#file = new CodecFile(options, imports, (name) => endpoints.includes(name));
  }

  of(operation: OperationModel, name: string): Contents {
    const contents = this.#types.of(operation, name);
    const entries = [
      ...contents.entries,
      ...this.#params(operation),
      ...this.#data(operation),
      ...this.#errors(operation),
      ...exactJsonEntries(operation, 'parseInt64', this.#exact()),
    ];
    return { ...contents, entries };
  }

  #exact(): Parameters<typeof exactJsonEntries>[2] {
    return { shapes: this.#shapes, options: this.#options, imports: this.#imports };
  }

  incoming(schema: Located, side: Side, name: string): string {
    return this.#types.incoming(schema, side, name);
  }

  itemOptions(schema: DocumentNode): PrintedEntry[] {
    const codec = orUnresolved(() => this.#received([schema]));
    if (codec === undefined) return [];
    return [...exactItemEntries(schema, 'parseInt64', this.#exact()), ['schema', this.#decodes(codec)]];
  }

  declarations(): string[] {
    return [...this.#file.declarations(), ...this.#types.declarations()];
  }

  #params(operation: OperationModel): PrintedEntry[] {
    const members = this.#sent(operation).flatMap(([name, shape]) => {
      const codec = this.#file.codec(shape);
      return codec === undefined ? [] : [`${valueKey(name)}: ${codec}`];
    });
    if (members.length === 0) return [];
    for (const name of ['encodes', 'object']) this.#imports.add('homing/codec', name);
    return [['params', `${PURE} (() => encodes(object({ ${members.join(', ')} })))()`]];
  }

  /** Returns the shapes of the params, by field. */
  #sent({ parameters, body }: OperationModel): (readonly [field: string, shape: Shape])[] {
    const fields = parameters
      .filter(({ schema, isText }) => schema.exists && !isText)
      .map(({ field, schema }) => [field, this.#shapes.read(schema, 'sent')] as const);
    const schema = body?.media.node.child('schema');
    const isOpaque = !body || body.isWhole || OPAQUE.includes(body.media.kind);
    return schema?.exists && !isOpaque ? [...fields, ['body', this.#shapes.read(schema, 'sent')]] : fields;
  }

  #received(schemas: readonly DocumentNode[]): string | undefined {
    const shapes = schemas
      .filter(({ exists }) => exists)
      .map((schema) => this.#shapes.read(schema, 'received'));
    return this.#file.codec(unionOf(shapes));
  }

  #data({ answer, method }: OperationModel): PrintedEntry[] {
    const { reading, schemas, byStatus, isUnknown } = answer;
    if (method === 'HEAD' || isUnknown || (reading !== 'json' && reading !== 'optionalJson')) return [];
    const codecs = byStatus.map(({ schema }) => schema && this.#received([schema]));
    const converting = new Set(codecs.filter((codec) => codec !== undefined));
    // A status whose data isn't converted can have any codec: it changes nothing.
    const shared = converting.size > 1 ? undefined : this.#received(schemas);
    if (converting.size < 2) return shared === undefined ? [] : [['schema', this.#decodes(shared)]];
    for (const name of ['decodes', 'object']) this.#imports.add('homing/codec', name);
    const entries = byStatus.map(({ status }, index): PrintedEntry => [
      status,
      this.#decodes(codecs[index] ?? 'object({})'),
    ]);
    return [['responses', printObject(entries)]];
  }

  #errors({ failures, method }: OperationModel): PrintedEntry[] {
    if (method === 'HEAD' || failures.reading !== 'json') return [];
    const entries = failures.list.flatMap(({ status, schemas }): PrintedEntry[] => {
      const codec = this.#received(schemas);
      return codec === undefined ? [] : [[status, this.#decodes(codec)]];
    });
    return entries.length > 0 ? [['errors', printObject(entries)]] : [];
  }

  #decodes(codec: string): string {
    this.#imports.add('homing/codec', 'decodes');
    return `${PURE} (() => decodes(${codec}))()`;
  }
}
