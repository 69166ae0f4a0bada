import { Warnings } from '../document/diagnostics.js';
import { DocumentNode, isObject, type References } from '../document/json-document.js';
import type { OperationModel } from '../model/operations.js';
import { PURE, valueKey } from '../print/endpoint-config.js';
import { Imports } from '../print/imports.js';
import { quoted } from '../print/typescript.js';
import { schemaTools } from '../schema/schema-tools.js';
import { UNCONVERTED } from '../shape/conversions.js';
import type { Shape } from '../shape/shape.js';
import { ShapeReader } from '../shape/shape-reader.js';
import { Code, fits } from './fits.js';
import { type EndpointBodies, type MockBody, ResponseBodies } from './response-bodies.js';
import { NONE, Sampler } from './sampler.js';

/** How mocks are printed. */
export interface MocksOptions {
  /** Module of the client, as the mocks file imports it. */
  readonly client: string;
  readonly seed: number;
  readonly faker: boolean;
}

/** The document and its endpoints. */
interface MocksSource {
  readonly references: References;
  readonly warnings: Warnings;
  /** The endpoints in the order of the client. */
  readonly groups: readonly MockGroup[];
}

/** Endpoints that the client exports together. */
interface MockGroup {
  /** Undefined for endpoints without a group. */
  readonly name: string | undefined;
  readonly endpoints: readonly (readonly [operation: OperationModel, name: string])[];
}

const INDENT = '  ';

/** Maximum length of a value on one line. */
const SHORT = 60;

/** Prints a value as an expression. */
const printValue = (value: unknown, indent: string): string => {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '0' : String(value);
  const inside = `${indent}${INDENT}`;
  const parts = Array.isArray(value)
    ? value.map((item) => printValue(item, inside))
    : Object.entries(value).map(([key, item]) => `${valueKey(key)}: ${printValue(item, inside)}`);
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
  if (parts.length === 0) return open + close;
  const line = parts.join(', ');
  if (line.length <= SHORT && !line.includes('\n')) return `${open}${space}${line}${space}${close}`;
  return `${open}\n${parts.map((part) => `${inside}${part},\n`).join('')}${indent}${close}`;
};

/** Returns a name that no endpoint has. */
const freeName = (name: string, taken: ReadonlySet<string>): string =>
  taken.has(name) ? freeName(`${name}_`, taken) : name;

const importedAs = (name: string, local: string): string => (name === local ? name : `${name} as ${local}`);

/** Prints the bodies of one endpoint, and warns about invalid bodies. */
class BodyPrinter {
  readonly #sampler: Sampler;
  readonly #warnings: Warnings;

  constructor(sampler: Sampler, warnings: Warnings) {
    this.#sampler = sampler;
    this.#warnings = warnings;
  }

  print({ shape, examples, pointer }: MockBody, name: string, indent: string): string {
    if (!shape) return 'null';
    const example = examples.find((each) => fits(each, shape));
    const value = example === undefined ? this.#sampler.sample(shape, name) : example;
    if (value === NONE || !fits(value, shape))
      this.#warnings.add('mock', pointer, 'no value was found that its schema accepts: add an example');
    return printValue(value === NONE ? null : value, indent);
  }

  text(shape: Shape, name: string): string {
    const value = this.#sampler.sample(shape, name);
    return quoted(isObject(value) || value === NONE ? '' : String(value));
  }
}

/** Where the arguments of a mock are printed. */
interface MockPlace {
  readonly printer: BodyPrinter;
  /** Name of the endpoint. */
  readonly name: string;
  readonly indent: string;
}

/** Prints the bodies of an endpoint by status, and its headers. */
function printArguments({ bodies, headers }: EndpointBodies, { printer, name, indent }: MockPlace): string {
  const inside = `${indent}${INDENT}`;
  const lines = bodies.map((body) => `${inside}${body.status}: ${printer.print(body, name, inside)},\n`);
  const texts = headers.map((each) => `${valueKey(each.name)}: ${printer.text(each.shape, each.name)}`);
  return `{\n${lines.join('')}${indent}}${texts.length > 0 ? `, { ${texts.join(', ')} }` : ''}`;
}

/**
 * Prints the file with the mocks of a client: a response for each endpoint and status.
 *
 * @param line The first line, without the kind of the file.
 */
export function printMocks(
  { references, warnings, groups }: MocksSource,
  line: string,
  options: MocksOptions,
): string {
  const { client, seed } = options;
  const examples = new WeakMap<Shape, readonly unknown[]>();
  const root = new DocumentNode({ value: references.document, pointer: '' }, references);
  // The client's printer warns about the schemas.
  const tools = { ...schemaTools(references), warnings: new Warnings(), options: UNCONVERTED };
  const responses = new ResponseBodies(root, new ShapeReader({ ...tools, examples }));
  const imports = new Imports();
  const taken = new Set(groups.flatMap(({ name, endpoints }) => name ?? endpoints.map(([, each]) => each)));
  const [ofClient, ofMock] = [freeName('client', taken), freeName('endpointMock', taken)];
  const faker = options.faker ? freeName('faker', taken) : undefined;
  const printer = new BodyPrinter(new Sampler({ seed, faker, examples }), warnings);
  const mocks = groups.flatMap(({ name: group, endpoints }) => {
    const outer = group === undefined ? '' : INDENT;
    const printed = endpoints.flatMap(([operation, name]) => {
      const found = responses.of(operation);
      if (!found) return [];
      const path = [ofClient, ...(group === undefined ? [] : [group]), name].join('.');
      const args = printArguments(found, { printer, name, indent: outer });
      return [[name, `${PURE} ${ofMock}(${path}, ${args})`] as const];
    });
    if (printed.length === 0) return [];
    if (group === undefined) return printed.map(([name, mock]) => `export const ${name} = ${mock};\n`);
    const members = printed.map(([name, mock]) => `${INDENT}${name}: ${mock},\n`);
    return [`export const ${group} = {\n${members.join('')}};\n`];
  });
  if (mocks.length > 0) {
    imports.addNamespace(client, ofClient);
    imports.add('homing/testing', importedAs('endpointMock', ofMock));
  }
  if (faker !== undefined) imports.add('@faker-js/faker', importedAs('faker', faker));
  return [
    `${line}, mocks\n/* eslint-disable */\n${imports.lines().join('')}`,
    ...(faker === undefined ? [] : [`${faker}.seed(${seed});\n`]),
    ...mocks,
  ].join('\n');
}
