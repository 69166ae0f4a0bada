// Another package sees only the emitted declarations of an exported client.
import {
  api,
  endpoint,
  forUser,
  graphql,
  load,
  pages,
  Tracing,
  type User,
  watching,
} from './exported-client.js';

export const names = async (): Promise<string[]> => {
  const { data, error } = await api.listUsers({ page: 1 });
  return error ? [] : data.map(({ name }) => name);
};

export const login = async (): Promise<string | undefined> => (await api.validated()).data?.login;

export const viewer = async (): Promise<User | undefined> =>
  (await graphql.query.viewer({ id: '1' })).data?.viewer;

export const walked = async (): Promise<number> => {
  let count = 0;
  for await (const page of pages()) count += page.data?.length ?? 0;
  return count;
};

export const others = () => [
  forUser('token').getUser({ id: 1 }),
  load(1),
  watching(1),
  new Tracing().seen,
  endpoint.config,
];

export const refused = () => {
  // @ts-expect-error the path param is missing
  void api.getUser({});
  // @ts-expect-error the variable is missing
  void graphql.query.viewer({});
};
