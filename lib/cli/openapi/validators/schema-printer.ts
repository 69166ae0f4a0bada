import { orUnresolved, type Warnings } from '../document/diagnostics.js';
import type { DocumentNode, Located, References } from '../document/json-document.js';
import type { OperationModel } from '../model/operations.js';
import type { PrintedEntry } from '../print/endpoint-config.js';
import type { Contents, ContentsPrinter } from '../print/endpoint.js';
import type { Imports } from '../print/imports.js';
import { type Side, wholeOf } from '../schema/keywords.js';
import type { SchemaOptions } from '../schema/json-type-printer.js';
import type { SchemaNames } from '../schema/schema-graph.js';
import { schemaTools } from '../schema/schema-tools.js';
import { isConverted, UNCONVERTED } from '../shape/conversions.js';
import { someShape } from '../shape/names-in.js';
import { ShapeReader } from '../shape/shape-reader.js';
import { CodecFile } from '../codecs/codec-file.js';
import type { Dialect } from './dialect.js';
import { SchemaContents } from './schema-contents.js';
import { SchemaFile } from './schema-file.js';
import { Valibot } from './valibot.js';
import { Zod } from './zod.js';

/** A schema library. */
export type SchemaLibrary = 'zod' | 'zod-mini' | 'valibot';

/** How schemas are printed. */
export interface SchemaPrinterOptions extends SchemaOptions {
  /** Names of endpoints in the same file. */
  readonly endpoints: readonly string[];
  readonly library: SchemaLibrary;
  readonly isStrict: boolean;
}

const DIALECTS: Readonly<Record<SchemaLibrary, () => Dialect>> = {
  zod: () => new Zod('zod'),
  'zod-mini': () => new Zod('zod/mini'),
  valibot: () => new Valibot(),
};

/** Prints params, data and errors as schemas of a library. */
export class SchemaContentsPrinter implements ContentsPrinter {
  readonly isFirst = true;
  readonly #names: SchemaNames;
  readonly #shapes: ShapeReader;
  readonly #file: SchemaFile;
  readonly #contents: SchemaContents;
  readonly #imports: Imports;
  readonly #dialect: Dialect;
  readonly #renames: CodecFile | undefined;

  constructor(references: References, warnings: Warnings, imports: Imports, options: SchemaPrinterOptions) {
    const { overrides, endpoints, files = new Set() } = options;
    const differs = (schema: unknown): boolean => isConverted(schema, options);
    const tools = schemaTools(references, overrides?.names, { differs, endpoints });
    const { graph, names } = tools;
    this.#names = names;
    this.#imports = imports;
    this.#dialect = DIALECTS[options.library]();
    const types = overrides?.types;
    const renames = options.properties !== 'document';
    this.#shapes = new ShapeReader({
      ...tools,
      warnings,
      types,
      files,
      options,
      needsReadOnly: (field) => renames || graph.isOneSided(wholeOf(field)),
      hasProto: false,
      hasNot: options.isStrict,
    });
    this.#file = new SchemaFile(this.#dialect, {
      ...options,
      isOneSided: (subject) => graph.isOneSided(subject),
    });
    // The library converts the values, and the codecs only rename.
    const { properties } = options;
    this.#renames = renames
      ? new CodecFile({ ...UNCONVERTED, properties }, imports, (name) => names.has(name))
      : undefined;
    const reserve = (name: string): string => names.take(name);
    this.#contents = new SchemaContents({
      shapes: this.#shapes,
      file: this.#file,
      imports,
      options,
      files,
      renames: this.#renames,
      reserve,
    });
  }

  of(operation: OperationModel, name: string): Contents {
    return this.#contents.of(operation, name);
  }

  incoming(schema: Located, side: Side, name: string): string {
    const shape = orUnresolved(() => {
      const read = this.#shapes.read(schema, side);
      // Reads everything that the shape uses, so that an unresolved `$ref` appears here.
      someShape(read, () => false);
      return read;
    });
    if (!shape || shape.kind === 'any') return 'unknown';
    if (shape.kind === 'named') return this.#file.use(shape);
    const own = this.#names.take(name);
    this.#file.declare(own, shape, side);
    return own;
  }

  itemOptions(schema: DocumentNode, type: string): PrintedEntry[] {
    return type === 'unknown' ? [] : this.#contents.itemOptions(schema, type);
  }

  declarations(): string[] {
    const printed = this.#file.declarations();
    if (printed.length > 0) this.#imports.addNamespace(this.#dialect.module, this.#dialect.alias);
    return [...printed, ...(this.#renames?.declarations() ?? [])];
  }
}
