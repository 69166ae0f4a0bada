import { expectAssignable, expectError, expectType } from 'tsd';
import { createApi, defineRequest, Request, type StandardSchemaV1 } from 'homing';
import { as, type Codec, date, dateTime, decodes, encodes, lazy, list, object, tuple } from 'homing/codec';

interface User {
  createdAt: Date;
  bornOn?: Date;
  friends?: User[];
}

const UserCodec: Codec = object({
  createdAt: dateTime,
  born_on: as('bornOn', date),
  friends: list(lazy(() => UserCodec)),
});

expectType<StandardSchemaV1<unknown, User>>(decodes<User>(UserCodec));
expectType<StandardSchemaV1<User, unknown>>(encodes<User>(UserCodec));
expectAssignable<Codec>(tuple([dateTime], UserCodec));

const api = createApi({
  baseUrl: '',
  requests: {
    // Written types.
    save: new Request<{ id: string; body: User }, User>({
      method: 'PUT',
      path: '/users/{id}',
      schema: decodes(UserCodec),
      params: encodes(object({ body: UserCodec })),
    }),
    // The types of the schemas.
    find: defineRequest()({
      method: 'GET',
      path: '/users',
      schema: decodes<User[]>(list(UserCodec)),
      params: encodes<{ since: Date }>(object({ since: dateTime })),
    }),
  },
});

const saved = await api.save({ id: '1', body: { createdAt: new Date() } });
expectType<User | null>(saved.data);
const found = await api.find({ since: new Date() });
expectType<User[] | null>(found.data);

expectError(api.find({ since: '2020-01-01' }));
expectError(object({ at: 'date' }));
expectError(list(as('name')));
