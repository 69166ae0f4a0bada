import type { OperationModel } from '../model/operations.js';
import { camelCase, freeName, type TypeNames } from '../names.js';
import type { Contents, EndpointTypes, FailureType } from '../print/endpoint.js';
import { keyed, quoted } from '../print/typescript.js';
import type { MethodPlace } from './method-names.js';
import { LOCAL_NAMES, LOCALS } from './sdk-names.js';

/** An argument of a method. */
export interface Argument {
  readonly name: string;
  /** Its type in the file of the resources. */
  readonly type: string;
  readonly isOptional: boolean;
}

/** The types of a list. */
interface PageTypes {
  readonly item: string;
  readonly page: string;
  /** `''` if the page has a type already. */
  readonly declaration: string;
  /** Whether `item` is derived by `ItemAt`. */
  readonly usesItemAt: boolean;
}

/** A method of an SDK. */
export interface SdkMethod {
  /** Names of its resources, and its own. */
  readonly place: MethodPlace;
  readonly operation: OperationModel;
  /** Name of the endpoint. */
  readonly endpoint: string;
  readonly types: EndpointTypes;
  readonly failures: readonly FailureType[];
  /** The arguments without the options of the call. */
  readonly args: readonly Argument[];
  /** The params of the endpoint, as an expression of the arguments. */
  readonly passed: string;
  /** Type of its data. */
  readonly data: string;
  /** Declarations of its own types by name, which the file of the endpoints doesn't have. */
  readonly declarations: ReadonlyMap<string, string>;
  /** The types of a list; undefined for any other method. */
  readonly page: PageTypes | undefined;
}

/** How methods take their params. */
export interface ArgumentStyle {
  readonly isPositional: boolean;
  /** Header of idempotency keys, in lower case; the options of a call have it instead. */
  readonly idempotencyHeader: string;
  /** Reserves the names of the methods' own types. */
  readonly names: TypeNames;
  /** Local name of the type `ItemAt`. */
  readonly itemAt: string;
}

/** Returns a name for each path param, unique in the method. */
function argumentNames(fields: readonly string[]): readonly string[] {
  const taken = new Set(LOCAL_NAMES);
  return fields.map((field) => {
    const wanted = freeName(camelCase(field)) || 'param';
    let name = LOCAL_NAMES.has(wanted) ? `${wanted}_` : wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
    taken.add(name);
    return name;
  });
}

/** The endpoint of a method. */
interface MethodSource {
  readonly place: MethodPlace;
  readonly operation: OperationModel;
  readonly endpoint: string;
  readonly contents: Pick<Contents, 'types' | 'failures' | 'members' | 'item'>;
}

/** The params of an operation, as a method takes them. */
interface SortedParams {
  /** Params that are arguments, in the order of the path. */
  readonly inPath: OperationModel['parameters'];
  /** Idempotency keys, which the options of a call have. */
  readonly keys: OperationModel['parameters'];
  readonly rest: OperationModel['parameters'];
}

function sortedParams(operation: OperationModel, style: ArgumentStyle): SortedParams {
  const { parameters } = operation;
  const keys = parameters.filter(
    ({ place, name }) => place === 'header' && name.toLowerCase() === style.idempotencyHeader,
  );
  const inPath = style.isPositional ? pathParameters(operation) : [];
  return { inPath, keys, rest: parameters.filter((each) => !inPath.includes(each) && !keys.includes(each)) };
}

/** Returns a method with its arguments. */
export function methodOf(source: MethodSource, style: ArgumentStyle): SdkMethod {
  const { operation, place, endpoint, contents } = source;
  const { types, failures, members } = contents;
  const { body } = operation;
  const { inPath, keys, rest } = sortedParams(operation, style);
  const member = (field: string): string => members.get(field) ?? `${types.params}[${quoted(field)}]`;
  const argumentOf = argumentNames(inPath.map(({ field }) => field));
  const positional = inPath.map(({ field }, index) => ({
    field,
    name: argumentOf[index] as string,
    type: member(field),
  }));
  const omitted = [...inPath, ...keys].map(({ field }) => quoted(field));
  const isOptional = rest.every(({ isRequired }) => !isRequired) && body?.isRequired !== true;
  const isBodyOnly = style.isPositional && body !== undefined && rest.length === 0;
  const hasParams = !isBodyOnly && (rest.length > 0 || body !== undefined);
  const own = hasParams && omitted.length > 0 ? style.names.take(`${place.join(' ')} Params`) : '';
  const page = operation.pages ? pageOf(source, style) : undefined;
  const response = !page && types.data.includes('\n') ? style.names.take(`${place.join(' ')} Response`) : '';
  const fields = positional.map(({ field, name }) => (field === name ? field : `${keyed(field)}: ${name}`));
  // With exactOptionalPropertyTypes, an optional property can't be undefined.
  const bodyPart = isOptional ? `...(${LOCALS.body} !== undefined && { ${LOCALS.body} })` : LOCALS.body;
  const parts = [...(hasParams ? [`...${LOCALS.params}`] : []), ...fields, ...(isBodyOnly ? [bodyPart] : [])];
  const isWhole = hasParams && parts.length === 1;
  const expression = isWhole ? LOCALS.params : parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}';
  // The client sets a required key, which the type of the params doesn't know.
  const needsCast = keys.some(({ isRequired }) => isRequired);
  return {
    place,
    operation,
    endpoint,
    types,
    failures,
    page,
    args: [
      ...positional.map(({ name, type }) => ({ name, type, isOptional: false })),
      ...(isBodyOnly ? [{ name: LOCALS.body, type: member('body'), isOptional }] : []),
      ...(hasParams ? [{ name: LOCALS.params, type: own || types.params, isOptional }] : []),
    ],
    passed: needsCast ? `${expression} as ${types.params}` : expression,
    data: response || types.data,
    declarations: new Map(
      [
        [
          own,
          `export interface ${own} extends globalThis.Omit<${types.params}, ${omitted.join(' | ')}> {}\n`,
        ],
        [page?.declaration ? page.page : '', page?.declaration ?? ''],
        [response, `export type ${response} = ${types.data};\n`],
      ].filter((entry): entry is [string, string] => entry[0] !== ''),
    ),
  };
}

/** Returns the types of a list. A page without a name gets one. */
function pageOf({ operation, place, contents }: MethodSource, style: ArgumentStyle): PageTypes {
  const {
    item,
    types: { data },
  } = contents;
  const items = operation.pages?.items ?? '';
  const isNamed = /^[\w$]+(\[\])?$/.test(data);
  const page = isNamed ? data : style.names.take(`${place.join(' ')} Page`);
  return {
    page,
    item: item ?? `${style.itemAt}<${page}, ${quoted(items)}>`,
    usesItemAt: item === undefined,
    declaration: isNamed ? '' : `export type ${page} = ${data};\n`,
  };
}

/** Returns the path params in the order of the path. */
function pathParameters({ parameters, template }: OperationModel): OperationModel['parameters'] {
  const at = (name: string): number => template.indexOf(`{${name}}`);
  return parameters
    .filter(({ place }) => place === 'path')
    .sort((one, other) => at(one.name) - at(other.name));
}
