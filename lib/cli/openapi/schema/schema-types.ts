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

/** The types of a document: expressions for whoever asks, and the declarations that these need. */
export class SchemaTypes {
  readonly #references: References;
  readonly #names: SchemaNames;
  readonly #options: SchemaOptions;
  readonly #printer: SchemaPrinter;
  readonly #asked = new Set<string>();
  readonly #waiting: { name: string; schema: Located; side: Side }[] = [];
  readonly #written = new Map<string, string>();

  constructor(document: OpenApiDocument, warnings: Warnings, options: SchemaOptions) {
    this.#options = options;
    this.#references = new References(document);
    const graph = new SchemaGraph(this.#references);
    this.#names = new SchemaNames(document, graph, OWN_NAMES);
    const refs = new ReferencePrinter(this.#references, graph, this.#names, (name, schema, side) => {
      if (this.#asked.has(name)) return;
      this.#asked.add(name);
      this.#waiting.push({ name, schema, side });
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

  /** A name for a type that no schema has. */
  reserve(name: string): string {
    return this.#names.take(name);
  }

  /** What the expressions so far need, sorted by name. */
  declarations(): string[] {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const { name, schema, side } = next;
      const type = this.#printer.print(schema, { ...contextOf(schema, side), open: true });
      const doc = described(schema.value, this.#options, '');
      this.#written.set(name, `${doc}export type ${name} =${after('', type)};\n`);
    }
    return [...this.#written.keys()].sort().map((name) => this.#written.get(name) ?? '');
  }

  /** The value itself, or what its `$ref` means in the end, and where that stands. */
  resolve(value: unknown, pointer = ''): { readonly value: unknown; readonly pointer: string | undefined } {
    return this.#references.follow({ value, pointer }) ?? { value: undefined, pointer: undefined };
  }
}
