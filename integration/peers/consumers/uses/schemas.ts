import {
  createApi,
  defineRequest,
  type InferOutput,
  type StandardIssue,
  type StandardSchemaV1,
} from 'homing';

interface User {
  id: number;
}

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number';

const userSchema: StandardSchemaV1<unknown, User> = {
  '~standard': {
    version: 1,
    vendor: 'mine',
    validate: (value) => (isUser(value) ? { value } : { issues: [{ message: 'no user', path: ['id'] }] }),
  },
};

/** A minimal schema library with inferred types, where the output type can differ from the input type. */
interface Schema<Input, Output> extends StandardSchemaV1<Input, Output> {
  readonly parse: (value: unknown) => Output;
}

const schemaOf = <Input, Output>(parse: (value: unknown) => Output): Schema<Input, Output> => ({
  parse,
  '~standard': { version: 1, vendor: 'small', validate: async (value) => ({ value: parse(value) }) },
});

const number = schemaOf<number, number>(Number);
const text = schemaOf<string, string>(String);
const date = schemaOf<string, Date>((value) => new Date(String(value)));

const list = <Input, Output>(item: Schema<Input, Output>) =>
  schemaOf<Input[], Output[]>((value) => (Array.isArray(value) ? value.map((each) => item.parse(each)) : []));

type Shape = Readonly<Record<string, Schema<unknown, unknown>>>;
type OutputOf<TShape extends Shape> = { [K in keyof TShape]: InferOutput<TShape[K]> };

const object = <TShape extends Shape>(shape: TShape) =>
  schemaOf<unknown, OutputOf<TShape>>((value) => {
    const fields = Object.entries(shape).map(([name, field]) => [name, field.parse(Object(value)[name])]);
    return Object.fromEntries(fields) as OutputOf<TShape>;
  });

const api = createApi({
  baseUrl: '',
  requests: {
    user: defineRequest()({ method: 'GET', path: '/users/:id', schema: userSchema }),
    post: defineRequest()({
      method: 'GET',
      path: '/posts/:id',
      schema: object({ id: number, at: date }),
    }),
    search: defineRequest<unknown, { q: string }>()({
      method: 'GET',
      path: '/search',
      schema: list(text),
    }),
  },
});

export const handWritten = async (): Promise<number> => {
  const { data, error } = await api.user({ id: 1 });
  return error ? 0 : data.id;
};

export const transformed = async (): Promise<Date | undefined> => (await api.post({ id: 1 })).data?.at;

export const withParams = async (): Promise<string[]> => (await api.search({ q: 'a' })).data ?? [];

export const inferred = (user: InferOutput<typeof userSchema>): User => user;

export const issues = async (): Promise<readonly StandardIssue[]> => {
  const { error } = await api.user({ id: 1 });
  return error?.kind === 'parse' ? (error.body as readonly StandardIssue[]) : [];
};

export const refused = async () => {
  // @ts-expect-error the schema gives the response type
  defineRequest<User>()({ method: 'GET', path: '/users', schema: userSchema });
  // @ts-expect-error this is not a schema
  defineRequest()({ method: 'GET', path: '/users', schema: { parse: () => 1 } });
  const { data } = await api.post({ id: 1 });
  // @ts-expect-error the schema's output has no such field
  return data?.author;
};
