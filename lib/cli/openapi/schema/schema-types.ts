import { DocumentError } from '../document/document-error.js';
import type { OpenApiDocument } from '../document/open-api-document.js';
import type { Located } from '../document/located.js';
import { References } from '../document/references.js';
import type { Warnings } from '../document/warnings.js';
import { contextOf } from './context.js';
import { described } from './described.js';
import { after, inline } from './expression.js';
import { ReferencePrinter } from './reference-printer.js';
import { SchemaGraph } from './schema-graph.js';
import { SchemaNames } from './schema-names.js';
import type { SchemaOptions } from './schema-options.js';
import { SchemaPrinter } from './schema-printer.js';
import type { Side } from './side.js';

/** Names that the file has for itself. */
const OWN_NAMES = ['BaseUrl', 'HomingRequest', 'SecurityHeaders'];

/** A type that is still to be declared. */
interface Waiting {
  readonly name: string;
  readonly schema: Located;
  readonly side: Side;
}

/** The types of a document: expressions for whoever asks, and the declarations that these need. */
export class SchemaTypes {
  readonly #references: References;
  readonly #names: SchemaNames;
  readonly #options: SchemaOptions;
  readonly #printer: SchemaPrinter;
  readonly #asked = new Set<string>();
  readonly #waiting: Waiting[] = [];
  /** What endpoints need, and not only what comes to you. */
  readonly #needed = new Set<string>();
  readonly #waitingUnneeded: Waiting[] = [];
  #isNeeded = true;
  readonly #aliases = new Map<string, string>();
  readonly #written = new Map<string, string>();

  constructor(document: OpenApiDocument, warnings: Warnings, options: SchemaOptions) {
    this.#options = options;
    this.#references = new References(document);
    const graph = new SchemaGraph(this.#references);
    this.#names = new SchemaNames(document, graph, OWN_NAMES);
    const refs = new ReferencePrinter(this.#references, graph, this.#names, (name, schema, side) => {
      const asked = this.#isNeeded ? this.#needed : this.#asked;
      if (asked.has(name)) return;
      asked.add(name);
      (this.#isNeeded ? this.#waiting : this.#waitingUnneeded).push({ name, schema, side });
    });
    const besideRef = !/^3\.0/.test(document.openapi);
    const references = this.#references;
    this.#printer = new SchemaPrinter({ references, graph, refs, warnings, options, besideRef });
  }

  /** The type of a schema. Lines after the first stand as far in as `indent` says. */
  expression(schema: unknown, side: Side, pointer: string, indent = ''): string {
    const located = { value: schema, pointer };
    return inline(this.#printer.print(located, contextOf(located, side, indent)));
  }

  /**
   * The name of the type of what comes to you and no endpoint has; a `$ref` in it that leads nowhere makes it unknown.
   *
   * @param name For a schema without a name of its own.
   */
  incoming({ value, pointer }: Located, side: Side, name: string): string {
    this.#isNeeded = false;
    const text = this.#orUnknown(() => this.expression(value, side, pointer));
    this.#isNeeded = true;
    if (/^[\w$.]+$/.test(text)) return text;
    const key = `${name} ${text}`;
    const alias = this.#aliases.get(key) ?? this.#names.take(name);
    this.#aliases.set(key, alias);
    this.#written.set(alias, `export type ${alias} = ${text};\n`);
    return alias;
  }

  #orUnknown(write: () => string): string {
    try {
      return write();
    } catch (error) {
      if (error instanceof DocumentError && error.ref !== undefined) return 'unknown';
      throw error;
    }
  }

  /** A name for a type that no schema has. */
  reserve(name: string): string {
    return this.#names.take(name);
  }

  /** What the expressions so far need, sorted by name. */
  declarations(): string[] {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop())
      this.#written.set(next.name, this.#declaration(next));
    this.#isNeeded = false;
    for (let next = this.#waitingUnneeded.pop(); next; next = this.#waitingUnneeded.pop()) {
      const { name } = next;
      if (!this.#written.has(name)) this.#written.set(name, this.#orUnknownType(next));
    }
    return [...this.#written.keys()].sort().map((name) => this.#written.get(name) ?? '');
  }

  #declaration({ name, schema, side }: Waiting): string {
    const type = this.#printer.print(schema, { ...contextOf(schema, side), open: true });
    return `${described(schema.value, this.#options, '')}export type ${name} =${after('', type)};\n`;
  }

  #orUnknownType(waiting: Waiting): string {
    const text = this.#orUnknown(() => this.#declaration(waiting));
    return text === 'unknown' ? `export type ${waiting.name} = unknown;\n` : text;
  }

  /** The value itself, or what its `$ref` means in the end, and where that stands. */
  resolve(value: unknown, pointer = ''): { readonly value: unknown; readonly pointer: string | undefined } {
    return this.#references.follow({ value, pointer }) ?? { value: undefined, pointer: undefined };
  }
}
