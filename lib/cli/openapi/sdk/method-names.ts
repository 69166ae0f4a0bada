import type { SdkClient } from '../../../features/sdk/sdk-types.js';
import { DocumentError } from '../document/diagnostics.js';
import { type DocumentNode, isObject, own, segmentsOf } from '../document/json-document.js';
import type { GroupOfEndpoints } from '../groups/grouping.js';
import type { OperationModel } from '../model/operations.js';
import { operationKeys } from '../model/selection.js';
import { camelCase } from '../names.js';
import { type DocumentWords, documentWords, methodWords } from './operation-words.js';

/** The place of a method: the names of its resources, and its own. */
export type MethodPlace = readonly string[];

/** The sources of the methods' names. */
export interface MethodNaming {
  readonly root: DocumentNode;
  /** Names of the user, by `operationId` or by method and path. */
  readonly given: Readonly<Record<string, string | false>>;
  /** The groups of the endpoints. */
  readonly groups: readonly GroupOfEndpoints[];
  /** Names of the endpoints, unique in the document. */
  readonly names: ReadonlyMap<OperationModel, string>;
  /** Whether the client has the member `webhooks`. */
  readonly hasWebhooks: boolean;
}

/** The members of every client. The compiler requires all of them. */
const CLIENT: Readonly<Record<keyof SdkClient<{}, unknown, unknown>, true>> = {
  client: true,
  request: true,
  results: true,
  withOptions: true,
};

/** The names that no resource can replace. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...Object.keys(CLIENT),
  ...Object.getOwnPropertyNames(Object.prototype),
]);

const METHOD = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

const THEN = 'then';

/** Objects with a method `then` are promises. Every other word, such as `export`, is a valid name of a method. */
const freeMethod = (name: string): string => (name === THEN ? `${THEN}_` : name);

/** Returns the place that our extension gives; undefined without it. */
function extensionPlace({ value, pointer }: DocumentNode): string | undefined {
  const given = own(value, 'x-homing-sdk');
  if (given === undefined || (typeof given === 'string' && METHOD.test(given))) return given;
  throw new DocumentError('x-homing-sdk must be a name such as orders.retrieve', { pointer });
}

/** Names of another generator. */
interface VendorNames {
  /** The resources; undefined for the resource of the group. */
  readonly resource: MethodPlace | undefined;
  readonly method: string | undefined;
}

/** Returns the names that extensions of other generators give. Ignores what isn't a name. */
function vendorNames({ value }: DocumentNode): VendorNames {
  const read = (group: string, name: string): VendorNames => {
    const groups = [own(value, group)].flat().filter((each) => typeof each === 'string');
    const path = groups.flatMap((each) => each.split('.')).map(camelCase);
    const given = own(value, name);
    const method = typeof given === 'string' ? camelCase(given) : '';
    return {
      resource: path.length > 0 && path.every((each) => METHOD.test(each)) ? path : undefined,
      method: METHOD.test(method) ? method : undefined,
    };
  };
  const speakeasy = read('x-speakeasy-group', 'x-speakeasy-name-override');
  const fern = read('x-fern-sdk-group-name', 'x-fern-sdk-method-name');
  return [speakeasy, fern].find(({ resource, method }) => resource && method !== undefined) ?? speakeasy;
}

const nodeAt = (root: DocumentNode, pointer: string): DocumentNode => {
  let node = root;
  for (const segment of segmentsOf(pointer)) node = node.child(segment);
  return node;
};

/** Returns the name of the user; undefined without one. */
function givenPlace(
  { id, method, template }: OperationModel,
  given: MethodNaming['given'],
): string | false | undefined {
  const keys = [id, `${method} ${template}`].filter((key) => key !== undefined);
  const key = keys.find((each) => Object.hasOwn(given, each));
  return key === undefined ? undefined : given[key];
}

/** Throws for a name of an operation that the document doesn't have. */
function checkGiven({ given, root }: MethodNaming): void {
  const { ids, places } = operationKeys(root);
  const unknown = Object.keys(given).find((key) => !ids.has(key) && !places.has(key));
  if (unknown !== undefined)
    throw new DocumentError(
      `sdk.names or stainless.yml has ${JSON.stringify(unknown)}: no such operation: pass an operationId, or a method and path`,
    );
}

/** An operation with the places that its method can have; the first free one is used. */
interface MethodCandidates {
  readonly operation: OperationModel;
  readonly places: readonly MethodPlace[];
  /** Whether the user or an extension chose the whole place. Derived names avoid it. */
  readonly isChosen: boolean;
  /** Names that the document itself gives, which win over equal derived names of other operations. */
  readonly literal: readonly string[];
}

const textOf = (place: MethodPlace): string => place.join('.');

const chosen = (operation: OperationModel, place: MethodPlace): MethodCandidates => ({
  operation,
  places: [place],
  isChosen: true,
  literal: [],
});

/** Returns the names of chosen methods and of their resources. */
function chosenNames(all: readonly MethodCandidates[]): ReadonlySet<string> {
  const places = all.filter(({ isChosen }) => isChosen).flatMap((each) => each.places);
  return new Set(places.flatMap((place) => place.map((_, index) => textOf(place.slice(0, index + 1)))));
}

/** Returns the candidates of the operations of a group. */
function candidatesOf(
  { name: group, endpoints }: GroupOfEndpoints,
  resource: string,
  naming: MethodNaming,
  document: DocumentWords,
): MethodCandidates[] {
  return endpoints.flatMap(([operation, short]): MethodCandidates[] => {
    const node = nodeAt(naming.root, operation.pointer);
    const named = givenPlace(operation, naming.given) ?? extensionPlace(node);
    if (named === false) return [];
    if (named !== undefined) return [chosen(operation, named.split('.'))];
    const vendor = vendorNames(node);
    const path = vendor.resource ?? [resource];
    if (vendor.resource && vendor.method !== undefined) return [chosen(operation, [...path, vendor.method])];
    const endpoint = naming.names.get(operation) ?? '';
    const words = methodWords(operation, endpoint, vendor.resource?.at(-1) ?? group, document);
    const [usual, literal] = [freeMethod(words.usual), freeMethod(words.literal)];
    const part = camelCase(/[./_:](.+)$/.exec(operation.id ?? '')?.[1] ?? '');
    const names = [vendor.method, usual, literal, freeMethod(part), short, endpoint].filter((name) => name);
    const places = names.map((name = '') => [...path, name]);
    const own = [endpoint, ...(usual === literal ? [usual] : [])];
    return [{ operation, places, isChosen: false, literal: own.map((name) => textOf([...path, name])) }];
  });
}

/** Counts how many lists contain each name. */
function countNames(lists: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const count = new Map<string, number>();
  for (const list of lists) for (const name of new Set(list)) count.set(name, (count.get(name) ?? 0) + 1);
  return count;
}

/** Returns the place of each operation's method. Operations without one are left out. */
export function methodPlaces(naming: MethodNaming): ReadonlyMap<OperationModel, MethodPlace> {
  checkGiven(naming);
  const isTaken = (name: string): boolean => MEMBERS.has(name) || (name === 'webhooks' && naming.hasWebhooks);
  const document = documentWords([...naming.names.keys()]);
  const all = naming.groups.flatMap((group) =>
    candidatesOf(group, isTaken(group.name) ? `${group.name}_` : group.name, naming, document),
  );
  const count = countNames(all.map(({ places }) => places.map(textOf)));
  const literalCount = countNames(all.map(({ literal }) => literal));
  const taken = chosenNames(all);
  const isFree = (name: string, { literal }: MethodCandidates): boolean =>
    !taken.has(name) && (count.get(name) === 1 || (literal.includes(name) && literalCount.get(name) === 1));
  const places = new Map(
    all.map((each) => {
      const place = each.places.find((candidate) => isFree(textOf(candidate), each));
      return [each.operation, place ?? each.places.at(-1) ?? []];
    }),
  );
  checkPlaces(places);
  for (const [{ method, template, pointer }, place] of places) {
    const problem = placeProblem(place, isTaken);
    if (problem !== undefined)
      throw new DocumentError(`${method} ${template} is named ${problem}: name it in sdk.names`, { pointer });
  }
  return places;
}

/** Returns a name of a place that an object can't have, and the reason; undefined for a valid place. */
function placeProblem(place: MethodPlace, isTaken: (name: string) => boolean): string | undefined {
  const [resource = ''] = place;
  if (isTaken(resource)) return `${resource}, as a member of each client`;
  if (place.at(-1) === THEN) return `${place.join('.')}, which makes its resource a promise`;
  return place.includes('__proto__') ? `${place.join('.')}, which no object can have` : undefined;
}

/** Throws for two methods of one name, and for a method with the name of a resource. */
function checkPlaces(places: ReadonlyMap<OperationModel, MethodPlace>): void {
  const methods = new Map<string, OperationModel>();
  for (const [operation, place] of places) {
    const name = textOf(place);
    const other = methods.get(name);
    if (other) throw clash(operation, `${other.method} ${other.template}`, name);
    methods.set(name, operation);
  }
  for (const [operation, place] of places)
    for (let length = 1; length < place.length; length += 1) {
      const other = methods.get(place.slice(0, length).join('.'));
      if (other)
        throw clash(
          operation,
          `the resource of ${other.method} ${other.template}`,
          place.slice(0, length).join('.'),
        );
    }
}

const clash = ({ method, template, pointer }: OperationModel, other: string, name: string): DocumentError =>
  new DocumentError(`${method} ${template} and ${other} are both named ${name}: name one in sdk.names`, {
    pointer,
  });

/** Returns the names of `stainless.yml`, by method and path. Ignores what isn't a method. */
export function stainlessNames(config: unknown): Record<string, string> {
  const names: Record<string, string> = {};
  const read = (resources: unknown, above: readonly string[]): void => {
    if (!isObject(resources)) return;
    for (const [name, resource] of Object.entries(resources)) {
      const path = name === '$client' ? above : [...above, camelCase(name)];
      for (const [method, given] of Object.entries(own(resource, 'methods') ?? {})) {
        const endpoint: unknown = typeof given === 'string' ? given : own(given, 'endpoint');
        const [, verb, template] = /^(\w+) (\S+)$/.exec(typeof endpoint === 'string' ? endpoint : '') ?? [];
        const place = [...path, camelCase(method)].join('.');
        if (verb !== undefined && METHOD.test(place)) names[`${verb.toUpperCase()} ${template}`] = place;
      }
      read(own(resource, 'subresources'), path);
    }
  };
  read(own(config, 'resources'), []);
  return names;
}
