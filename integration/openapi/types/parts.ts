// What an operation takes and gives, as homing and as openapi-typescript write it, brought into one shape.

type There<T> = Exclude<T, undefined>;

type Fields<T> = [There<T>] extends [never] ? {} : There<T>;

type Content<T> = T extends { content: infer C } ? C[keyof C] : never;

/** Statuses of a success, which openapi-typescript has as numbers and as texts. */
type Success<T> = { [K in keyof T]: `${K & (string | number)}` extends `2${string}` ? K : never }[keyof T];

type Parts<Params, Body, Data, Errors> = { params: Params; body: Body; data: Data; errors: Errors };

/** Of the types that an endpoint carries. */
export type Ours<T extends { params: unknown; response: unknown; errors: unknown }> =
  // An endpoint without params has none of any name.
  string extends keyof T['params']
    ? Parts<{}, {}, T['response'], T['errors']>
    : Parts<
        Omit<T['params'], 'body'>,
        Pick<T['params'], 'body' & keyof T['params']>,
        T['response'],
        T['errors']
      >;

type Parameters = Partial<Record<'path' | 'query' | 'header' | 'cookie', unknown>>;

type BodyOf<T> = T extends { requestBody: infer B }
  ? { body: Content<B> }
  : T extends { requestBody?: infer B }
    ? [There<B>] extends [never]
      ? {}
      : { body?: Content<There<B>> }
    : {};

/** Of a method of openapi-typescript's `paths`. */
export type Theirs<T extends { parameters: Parameters; responses: unknown }> = Parts<
  Fields<T['parameters']['path']> &
    Fields<T['parameters']['query']> &
    Fields<T['parameters']['header']> &
    Fields<T['parameters']['cookie']>,
  BodyOf<T>,
  Content<T['responses'][Success<T['responses']>]>,
  { [S in Exclude<keyof T['responses'], Success<T['responses']>>]: Content<T['responses'][S]> }
>;

/** How what homing writes stands to what openapi-typescript writes, where they aren't the same. */
export type Relation<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? 'interchangeable'
    : 'narrower'
  : [B] extends [A]
    ? 'wider'
    : 'different';
