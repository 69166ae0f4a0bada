import { DocumentError, orUnresolved, Warnings } from '../document/diagnostics.js';
import type { Filterable, Filters } from '../document/filter.js';
import { callHook, type HookCall, hookError, hookResult } from '../document/hooks.js';
import { childOf, type DocumentNode, own, ownList } from '../document/json-document.js';
import { endpointNames, type Nameable, nameProblem } from '../names.js';
import { METHODS, type OperationChoice, requestsOf } from './operations.js';

/** An operation that `onOperation` is called for. */
export interface HookedOperation {
  /** `operationId`; undefined without one. */
  readonly id: string | undefined;
  /** HTTP method in upper case, such as `GET`. */
  readonly method: string;
  /** Path as in the document, such as `/users/{id}`. */
  readonly path: string;
  /** Tags as in the document. */
  readonly tags: readonly string[];
  /** Whether the document declares the operation as deprecated. */
  readonly deprecated: boolean;
  /** Name of its endpoint in the generated file. */
  readonly name: string;
}

/**
 * The result of `onOperation`: nothing or true keeps the operation, false or `{ skip: true }` leaves it out, and
 * `{ name }` renames its endpoint.
 */
export type OperationHookResult =
  | undefined
  | boolean
  | {
      /** Whether to leave the operation out. Default: false. */
      readonly skip?: boolean | undefined;
      /** Another name for the endpoint. It must be a valid name that no other endpoint has. */
      readonly name?: string | undefined;
    };

/** Filters and hooks that select and name operations. */
export interface SelectionRules {
  readonly filters: Filters;
  readonly onOperation: ((operation: HookedOperation) => unknown) | undefined;
}

/** An operation before it is read. A path item that can't be resolved has no method. */
interface Listed extends Nameable {
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  readonly isLost: boolean;
}

const tagsOf = ({ value }: DocumentNode): string[] =>
  ownList(value, 'tags').filter((tag) => typeof tag === 'string');

const idOf = ({ value }: DocumentNode): string | undefined => {
  const id = own(value, 'operationId');
  return typeof id === 'string' ? id : undefined;
};

const described = (node: DocumentNode) => ({
  id: idOf(node),
  tags: tagsOf(node),
  isDeprecated: own(node.value, 'deprecated') === true,
});

/** Lists the operations without reading them, so that an unresolved `$ref` in one of them doesn't matter. */
function listOperations(document: DocumentNode): Listed[] {
  const paths = document.at('paths');
  const ofPath = (template: string): Listed[] => {
    const pointer = childOf(paths.pointer, template);
    const lost = { id: undefined, tags: [], isDeprecated: false, isLost: true, template };
    const item = orUnresolved(() => paths.at(template));
    if (!item) return [{ ...lost, method: '', pointer }];
    const keys = item.keys().filter((key) => METHODS.includes(key));
    return keys.map((key) => {
      const method = key.toUpperCase();
      const node = orUnresolved(() => item.at(key));
      if (!node) return { ...lost, method, pointer: childOf(pointer, key) };
      return { ...described(node), isLost: false, template, method, pointer: node.pointer };
    });
  };
  return paths
    .keys()
    .filter((template) => template.startsWith('/'))
    .flatMap(ofPath);
}

/** Returns all operations that can be read, with the names of their endpoints. */
function namedOperations(document: DocumentNode): ReadonlyMap<Listed, string> {
  const listed = listOperations(document).filter(({ isLost }) => !isLost);
  return endpointNames(listed, new Warnings());
}

/** Returns the `operationId` of each operation, or else the name of its endpoint, by its pointer. */
export function operationIds(document: DocumentNode): ReadonlyMap<string, string> {
  return new Map([...namedOperations(document)].map(([each, name]) => [each.pointer, each.id ?? name]));
}

/** Names of operations in a configuration. */
interface OperationKeys {
  readonly ids: ReadonlySet<unknown>;
  /** Methods with their paths, such as `GET /me`. */
  readonly places: ReadonlySet<string>;
}

/** Returns the names of all operations in a configuration, also of operations that a selection leaves out. */
export function operationKeys(document: DocumentNode): OperationKeys {
  const all = listOperations(document);
  return { ids: new Set(all.map(({ id }) => id)), places: new Set(all.map(keyOf)) };
}

/** Returns the names of all endpoints, also of operations that a selection leaves out or renames. */
export function allEndpointNames(document: DocumentNode, selection: Selection | undefined): string[] {
  return [...new Set([...namedOperations(document).values(), ...(selection?.names ?? [])])];
}

const keyOf = ({ template, method }: Pick<Listed, 'template' | 'method'>): string => `${method} ${template}`;

const requestFilterable = (request: DocumentNode): Filterable => ({
  ...described(request),
  template: undefined,
});

/** Returns the start of the pointers into an operation as the document writes it, with its keys in lower case. */
const writtenAt = ({ template, method }: Listed): string =>
  childOf('/paths', template, ...(method === '' ? [] : [method.toLowerCase()]));

/**
 * The operations that filters and `onOperation` leave, and the names of their endpoints. The names are chosen
 * among all operations, so a name doesn't change when another operation is left out.
 */
export class Selection implements OperationChoice {
  readonly #filters: Filters;
  readonly #names = new Map<string, string>();
  readonly #paths = new Set<string>();
  readonly #warnings = new Warnings();
  /** Starts of the pointers into the parts that are left out. */
  readonly #omitted = new Set<string>();

  /** Throws a DocumentError for an `include` that matches nothing, and for an invalid result of `onOperation`. */
  constructor(document: DocumentNode, { filters, onOperation }: SelectionRules, warnings: Warnings) {
    this.#filters = filters;
    const listed = listOperations(document);
    const names = endpointNames(
      listed.filter(({ isLost }) => !isLost),
      this.#warnings,
    );
    const filterable = (operation: Listed): Filterable => ({
      ...operation,
      id: operation.id ?? names.get(operation),
    });
    const requests = document
      .at('webhooks')
      .keys()
      .flatMap((name) => requestsOf(document, name).map(requestFilterable));
    for (const { option, message } of filters.unused([...listed.map(filterable), ...requests])) {
      if (option === 'include') throw new DocumentError(message);
      warnings.add('unused-filter', '', message);
    }
    const kept = listed.filter((operation) => filters.keeps(filterable(operation)));
    this.#name(kept, names, onOperation);
    this.#omit(document, listed);
  }

  /** The names of the endpoints. */
  get names(): Iterable<string> {
    return this.#names.values();
  }

  has(template: string, method?: string): boolean {
    return method === undefined ? this.#paths.has(template) : this.#names.has(keyOf({ template, method }));
  }

  hasIncoming(request: DocumentNode): boolean {
    return this.#filters.keeps(requestFilterable(request));
  }

  /** Returns the names of the operations, and adds the warnings about them. */
  namesOf<T extends Nameable>(operations: readonly T[], warnings: Warnings): ReadonlyMap<T, string> {
    const pointers = new Set(operations.map(({ pointer }) => pointer));
    for (const { code, pointer, message } of this.#warnings.list)
      if (pointers.has(pointer)) warnings.add(code, pointer, message);
    return new Map(operations.map((operation) => [operation, this.#names.get(keyOf(operation)) ?? '']));
  }

  /** Whether a pointer leads into a part that is left out. */
  isOmitted(pointer: string): boolean {
    const [, first = '', second = '', third = ''] = pointer.split('/');
    const item = `/${first}/${second}`;
    return this.#omitted.has(item) || this.#omitted.has(`${item}/${third}`);
  }

  #name(
    kept: readonly Listed[],
    names: ReadonlyMap<Listed, string>,
    onOperation: SelectionRules['onOperation'],
  ): void {
    const owners = new Map<string, { readonly operation: Listed; readonly isRenamed: boolean }>();
    for (const operation of kept) {
      const name = names.get(operation) ?? '';
      const renamed = onOperation && !operation.isLost ? hooked(operation, name, onOperation) : name;
      if (renamed === undefined) continue;
      const owner = operation.isLost ? undefined : owners.get(renamed);
      if (owner && owner.operation !== operation) {
        const [one, other] = owner.isRenamed ? [owner.operation, operation] : [operation, owner.operation];
        throw hookError(
          callOf(one),
          `returned the name ${renamed}, which ${keyOf(other)} has: return another`,
        );
      }
      owners.set(renamed, { operation, isRenamed: renamed !== name });
      this.#names.set(keyOf(operation), renamed);
      this.#paths.add(operation.template);
    }
  }

  #omit(document: DocumentNode, listed: readonly Listed[]): void {
    const [kept, out] = [true, false].map((is) =>
      listed.filter((each) => this.#names.has(keyOf(each)) === is),
    );
    const pointers = new Set(kept?.map(({ pointer }) => pointer));
    for (const each of out ?? []) {
      if (pointers.has(each.pointer)) continue;
      this.#omitted.add(writtenAt(each));
      if (!this.#paths.has(each.template)) this.#omitted.add(childOf('/paths', each.template));
    }
    for (const name of document.at('webhooks').keys()) {
      const requests = requestsOf(document, name);
      if (requests.length > 0 && !requests.some((each) => this.hasIncoming(each)))
        this.#omitted.add(childOf('/webhooks', name));
    }
  }
}

const callOf = (operation: Listed): HookCall => ({
  hook: 'onOperation',
  of: keyOf(operation),
  pointer: operation.pointer,
});

/** Calls `onOperation`. Returns the name of the endpoint; undefined if it is left out. */
function hooked(
  operation: Listed,
  name: string,
  onOperation: (operation: HookedOperation) => unknown,
): string | undefined {
  const { id, method, template, tags, isDeprecated } = operation;
  const call = callOf(operation);
  const given = { id, method, path: template, tags: [...tags], deprecated: isDeprecated, name };
  const result = hookResult(
    call,
    callHook(call, () => onOperation(given)),
    ['skip', 'name'],
  );
  if (result.skip) return undefined;
  if (result.name === undefined) return name;
  const problem = nameProblem(result.name);
  if (problem === undefined) return result.name;
  throw hookError(call, `returned the name ${JSON.stringify(result.name)}, which ${problem}: return another`);
}
