import { callHook, type HookCall, hookError, hookResult } from '../document/hooks.js';
import { isObject, type OpenApiDocument } from '../document/json-document.js';
import { TypeNames, typeNameProblem } from '../names.js';
import { schemasOf } from './keywords.js';
import { OWN_NAMES } from './schema-tools.js';

/** A schema that `onSchema` is called for. */
export interface HookedSchema {
  /** Name of its type in the generated file. */
  readonly name: string;
  /** Pointer of the schema, such as `/components/schemas/User`. */
  readonly pointer: string;
  /** The schema as in the document. To change it, use `patch`. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/**
 * The result of `onSchema`: nothing or true keeps the type, false or `{ skip: true }` makes it `unknown`,
 * `{ name }` renames it, and `{ type }` replaces it. `name` and `type` can be combined.
 */
export type SchemaHookResult =
  | undefined
  | boolean
  | {
      /** Whether the type becomes `unknown`. Default: false. */
      readonly skip?: boolean | undefined;
      /** Another name for the type. It must be a valid name that no other schema has. */
      readonly name?: string | undefined;
      /**
       * TypeScript for the type, such as `import('./money.js').Money`, in one line. It is printed as it is.
       * Paths are relative to the generated file.
       */
      readonly type?: string | undefined;
    };

/** Names and types that replace the generated ones, by the pointer of the schema. */
export interface SchemaOverrides {
  readonly names: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
}

/**
 * Calls `onSchema` for each schema of the components, in the order of their names. Throws a DocumentError for
 * an invalid result.
 *
 * @param endpoints Names of endpoints, if the schemas are values next to them.
 */
export function schemaOverrides(
  document: OpenApiDocument,
  onSchema: ((schema: HookedSchema) => unknown) | undefined,
  endpoints: readonly string[],
): SchemaOverrides | undefined {
  if (!onSchema) return undefined;
  const [names, types] = [new Map<string, string>(), new Map<string, string>()];
  const defaults = new TypeNames([...OWN_NAMES, ...endpoints]);
  const owners = new Map<string, { readonly call: HookCall; readonly isRenamed: boolean }>();
  const schemas = schemasOf(document).map((schema) => ({ ...schema, type: defaults.take(schema.name) }));
  for (const { name: raw, pointer, value, type: name } of schemas) {
    const call = { hook: 'onSchema', of: raw, pointer };
    const result = isObject(value)
      ? hooked(call, { name, pointer, schema: value }, onSchema)
      : { skip: false, name: undefined, type: undefined };
    const renamed = result.name ?? name;
    const problem = result.name === undefined ? undefined : problemOf(result.name, endpoints);
    if (problem !== undefined)
      throw hookError(call, `returned the name ${JSON.stringify(renamed)}, which ${problem}: return another`);
    const owner = owners.get(renamed);
    if (owner) {
      const [one, other] = owner.isRenamed ? [owner.call, call] : [call, owner.call];
      throw hookError(one, `returned the name ${renamed}, which schema ${other.of} has: return another`);
    }
    owners.set(renamed, { call, isRenamed: renamed !== name });
    // All names are fixed, so that a renamed type never makes another one get a number.
    names.set(pointer, renamed);
    const type = result.skip ? 'unknown' : result.type;
    if (type !== undefined) types.set(pointer, type);
  }
  return { names, types };
}

function hooked(
  call: HookCall,
  schema: HookedSchema,
  onSchema: (schema: HookedSchema) => unknown,
): ReturnType<typeof hookResult> {
  const result = hookResult(
    call,
    callHook(call, () => onSchema(schema)),
    ['skip', 'name', 'type'],
  );
  // Declarations are separated by empty lines.
  if (/[\n\r\u2028\u2029]/.test(result.type ?? ''))
    throw hookError(call, 'returned a type of several lines: return one line');
  return result;
}

const problemOf = (name: string, endpoints: readonly string[]): string | undefined => {
  if (OWN_NAMES.includes(name)) return 'is reserved';
  return endpoints.includes(name) ? 'an endpoint has' : typeNameProblem(name);
};
