import { orUnresolved, type Warnings } from '../document/diagnostics.js';
import { type DocumentNode, type Located, refOf, type References } from '../document/json-document.js';
import { after, docComment, inline, WIDTH } from '../print/typescript.js';
import { ConvertedShapes } from '../shape/converted-shapes.js';
import { memberName } from '../shape/member-names.js';
import type { ShapeReader } from '../shape/shape-reader.js';
import { contextOf, described, type SchemaOptions, type Tools } from './json-type-printer.js';
import { type Side, type Subject, wholeOf } from './keywords.js';
import type { SchemaNames } from './schema-graph.js';
import { SchemaPrinter } from './schema-printer.js';
import { schemaTools } from './schema-tools.js';
import { silentShapes } from './silent-shapes.js';

interface PendingType {
  readonly name: string;
  readonly subject: Subject;
  readonly side: Side;
}

/** Returns the test whether the values of a schema differ between the program and the wire. */
const conversionTest = (references: References, options: SchemaOptions): Tools['isConverted'] => {
  const converted = new ConvertedShapes(options);
  // Read at the first use: only schemas with `patternProperties` need it.
  let shapes: ShapeReader | undefined;
  return (schema, side) => converted.has((shapes ??= silentShapes(references, options)).read(schema, side));
};

/** The types of a document: expressions, and the declarations that they need. */
export class SchemaTypes {
  readonly #names: SchemaNames;
  readonly #options: SchemaOptions;
  readonly #printer: SchemaPrinter;
  readonly #sharedTexts = new Map<string, string>();
  readonly #unneeded = new Set<string>();
  readonly #pending: PendingType[] = [];
  /** Types that endpoints need. The others occur only in incoming requests and stream items. */
  readonly #needed = new Set<string>();
  readonly #pendingUnneeded: PendingType[] = [];
  #isNeeded = true;
  readonly #aliases = new Map<string, string>();
  readonly #written = new Map<string, string>();

  constructor(references: References, warnings: Warnings, options: SchemaOptions) {
    this.#options = options;
    const tools = schemaTools(references, options.overrides?.names);
    const declare = (name: string, subject: Subject, side: Side): void => {
      const declared = this.#isNeeded ? this.#needed : this.#unneeded;
      if (declared.has(name)) return;
      declared.add(name);
      (this.#isNeeded ? this.#pending : this.#pendingUnneeded).push({ name, subject, side });
    };
    this.#names = tools.names;
    const isConverted = conversionTest(references, options);
    this.#printer = new SchemaPrinter({ ...tools, warnings, options, declare, isConverted });
  }

  /** Returns the type of a schema. `indent` is the indentation of the lines after the first. */
  expression(schema: unknown, side: Side, pointer: string, indent = ''): string {
    const subject = wholeOf({ value: schema, pointer });
    if (pointer.startsWith('/components/')) return this.#shared(subject, side);
    return inline(this.#printer.print(subject, contextOf(subject, side, indent)));
  }

  /**
   * Returns the type of the items of an object's array; undefined unless the object itself declares them by a `$ref`.
   *
   * @param member Name of the array in the program.
   */
  itemOf(object: DocumentNode, member: string): string | undefined {
    const whole = object.resolved();
    if (this.#options.overrides?.types.has(whole.pointer)) return undefined;
    const properties = whole.at('properties');
    const name = properties.keys().find((each) => memberName(each, this.#options) === member);
    const items = name === undefined ? undefined : properties.at(name).child('items');
    return items && refOf(items.value) !== undefined
      ? this.expression(items.value, 'received', items.pointer)
      : undefined;
  }

  /**
   * Returns the type of a shared schema, such as the schema of a response. A long type gets a name, so it is
   * printed once.
   */
  #shared(subject: Subject, side: Side): string {
    const key = `${side} ${this.#isNeeded} ${subject.pointer}`;
    let text = this.#sharedTexts.get(key);
    if (text === undefined) {
      text = inline(this.#printer.print(subject, contextOf(subject, side)));
      if (text.includes('\n') || text.length > WIDTH) text = this.#printer.reference(subject, side).text;
      this.#sharedTexts.set(key, text);
    }
    return text;
  }

  /**
   * Returns the name of an incoming type that no endpoint uses. An unresolved `$ref` makes it unknown.
   *
   * @param name Name for a schema without its own name.
   */
  incoming({ value, pointer }: Located, side: Side, name: string): string {
    this.#isNeeded = false;
    const text = orUnresolved(() => this.expression(value, side, pointer)) ?? 'unknown';
    this.#isNeeded = true;
    if (/^[\w$.]+$/.test(text)) return text;
    const key = `${name} ${text}`;
    const alias = this.#aliases.get(key) ?? this.#names.take(name);
    this.#aliases.set(key, alias);
    this.#written.set(alias, `export type ${alias} = ${text};\n`);
    return alias;
  }

  reserve(name: string): string {
    return this.#names.take(name);
  }

  /** Returns the declarations that the expressions need, sorted by name. */
  declarations(): string[] {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop())
      this.#written.set(next.name, this.#declaration(next));
    this.#isNeeded = false;
    for (let next = this.#pendingUnneeded.pop(); next; next = this.#pendingUnneeded.pop()) {
      const waiting = next;
      if (this.#written.has(waiting.name)) continue;
      const text = orUnresolved(() => this.#declaration(waiting));
      this.#written.set(waiting.name, text ?? `export type ${waiting.name} = unknown;\n`);
    }
    return [...this.#written.keys()].sort().map((name) => this.#written.get(name) ?? '');
  }

  #declaration({ name, subject, side }: PendingType): string {
    const own = subject.part === 'whole' ? this.#options.overrides?.types.get(subject.pointer) : undefined;
    if (own !== undefined) return `${this.#describe(subject)}export type ${name} = ${own};\n`;
    const type = this.#printer.declaration(subject, side);
    return `${this.#describe(subject)}export type ${name} =${after('', type)};\n`;
  }

  #describe(subject: Subject): string {
    if (subject.part === 'whole') return described(subject.value, this.#options, '');
    if (!this.#options.docs) return '';
    const name = this.#names.of(wholeOf(subject), 'received');
    return docComment([`The fields of \`${name}\` itself. What inherits from it has them too.`]);
  }
}
