import { docComment, keyed } from '../print/typescript.js';
import { LOCALS, type SdkNames } from './sdk-names.js';
import type { SdkMethod } from './sdk-methods.js';

/** Resources and methods, by name. */
export interface ResourceTree {
  readonly children: Map<string, ResourceTree>;
  readonly methods: Map<string, SdkMethod>;
}

const emptyTree = (): ResourceTree => ({ children: new Map(), methods: new Map() });

/** Returns the methods as a tree, sorted by name. */
export function treeOf(methods: readonly SdkMethod[]): ResourceTree {
  const root = emptyTree();
  const sorted = [...methods].sort((one, other) => (one.place.join('.') < other.place.join('.') ? -1 : 1));
  for (const method of sorted) {
    let tree = root;
    for (const name of method.place.slice(0, -1)) {
      const child = tree.children.get(name) ?? emptyTree();
      tree.children.set(name, child);
      tree = child;
    }
    tree.methods.set(method.place.at(-1) ?? '', method);
  }
  return root;
}

/** Returns the type that a method returns. */
export const returnType = ({ page, data }: SdkMethod, names: SdkNames): string =>
  page ? `${names.pages}<${page.item}, ${page.page}>` : `${names.promise}<${data}>`;

const textsOf = ({ operation }: SdkMethod): string[] => {
  const { summary, description, method, template } = operation;
  const texts = [summary, description === summary ? undefined : description].filter(
    (text) => text !== undefined,
  );
  return texts.length > 0 ? texts : [`\`${method} ${template}\``];
};

/** Prints a method. */
function printMethod(name: string, method: SdkMethod, names: SdkNames, indent: string): string {
  const { args, passed, operation, endpoint } = method;
  const list = args.map(({ name, type, isOptional }) => {
    if (!isOptional) return `${name}: ${type}`;
    return name === LOCALS.params ? `${name}: ${type} = {}` : `${name}?: ${type}`;
  });
  const header = [...list, `${LOCALS.options}?: ${names.options}`].join(', ');
  const call = operation.pages
    ? `${LOCALS.pages}(${LOCALS.api}.${endpoint}, ${passed}, ${LOCALS.options})`
    : `${LOCALS.api}.${endpoint}(${passed}, ${LOCALS.options})`;
  const doc = names.docs ? docComment([textsOf(method).join('\n\n')], operation.isDeprecated, indent) : '';
  return `${doc}${indent}${keyed(name)}(${header}): ${returnType(method, names)} {\n${indent}  return ${call};\n${indent}},\n`;
}

function printTree({ children, methods }: ResourceTree, names: SdkNames, indent: string): string {
  const printed = [
    ...[...methods].map(([name, method]) => printMethod(name, method, names, indent)),
    ...[...children].map(
      ([name, child]) => `${indent}${keyed(name)}: {\n${printTree(child, names, `${indent}  `)}${indent}},\n`,
    ),
  ];
  return printed.join('');
}

function printErrors({ children, methods }: ResourceTree, indent: string): string {
  const printed = [
    ...[...methods]
      .filter(([, { types }]) => types.errors !== '{}')
      .map(([name, { types }]) => `${indent}${keyed(name)}: ${types.errors};\n`),
    ...[...children].map(([name, child]) => {
      const text = printErrors(child, `${indent}  `);
      return text && `${indent}${keyed(name)}: {\n${text}${indent}};\n`;
    }),
  ];
  return printed.join('');
}

/** Prints the resources: their types, and the function that creates them. */
export function printResources(tree: ResourceTree, methods: readonly SdkMethod[], names: SdkNames): string[] {
  const { docs } = names;
  const doc = (text: string): string => (docs ? docComment([text]) : '');
  const hasPages = methods.some(({ operation }) => operation.pages);
  return [
    `${doc('Options of a call.')}export interface ${names.options} extends ${names.local('SdkRequestOptions')} {}\n`,
    `${doc('A call: a promise of the data. `withResponse()` also returns the response.')}export interface ${names.promise}<T> extends ${names.local('SdkPromise')}<T> {}\n`,
    hasPages
      ? `${doc('A list: a promise of its first page, and an iterable of the items of all pages.')}export interface ${names.pages}<TItem, TPage> extends ${names.local('SdkPages')}<TItem, TPage> {}\n`
      : '',
    ...methods.flatMap(({ declarations }) => [...declarations.values()]).sort(),
    `${doc('Error bodies by status, for `results`.')}export interface ${names.errors} {\n${printErrors(tree, '  ')}}\n`,
    `${doc('Creates the resources over the endpoints.')}export const resources = (${LOCALS.api}: ${names.local('SdkApi')}<${names.local('ApiClient')}<typeof requests>>) => ({\n${printTree(tree, names, '  ')}});\n`,
  ].filter((block) => block !== '');
}
