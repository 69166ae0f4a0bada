// Converts the params, bodies, data and errors of homing and openapi-typescript to the same shape.

type There<T> = Exclude<T, undefined>;

type Fields<T> = [There<T>] extends [never] ? {} : There<T>;

type Content<T> = T extends { content: infer C } ? C[keyof C] : never;

/** Success statuses. openapi-typescript uses numbers and strings for them. */
type Success<T> = { [K in keyof T]: `${K & (string | number)}` extends `2${string}` ? K : never }[keyof T];

type Parts<Params, Body, Data, Errors> = { params: Params; body: Body; data: Data; errors: Errors };

/** The parts of a homing endpoint. */
export type Ours<T extends { params: unknown; response: unknown; errors: unknown }> =
  // An endpoint without params rejects every param name.
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

/** The parts of a method in openapi-typescript's `paths`. */
export type Theirs<T extends { parameters: Parameters; responses: unknown }> = Parts<
  Fields<T['parameters']['path']> &
    Fields<T['parameters']['query']> &
    Fields<T['parameters']['header']> &
    Fields<T['parameters']['cookie']>,
  BodyOf<T>,
  Content<T['responses'][Success<T['responses']>]>,
  { [S in Exclude<keyof T['responses'], Success<T['responses']>>]: Content<T['responses'][S]> }
>;

/** The relation between homing's type and openapi-typescript's type, if they differ. */
export type Relation<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? 'interchangeable'
    : 'narrower'
  : [B] extends [A]
    ? 'wider'
    : 'different';
