import { type } from 'arktype';
import { createApi, defineRequest, type InferOutput, type Result, type StandardSchemaV1 } from 'homing';
import { expectError, expectType } from 'tsd';
import * as v from 'valibot';
import { z } from 'zod';

interface User {
  id: number;
}

const byZod = z.object({ id: z.number(), at: z.string().transform((text) => new Date(text)) });
const byValibot = v.object({ id: v.number(), tags: v.optional(v.array(v.string()), []) });
const byArktype = type({ id: 'number', 'name?': 'string' });
declare const byHand: StandardSchemaV1<unknown, User>;
declare const ofUnknown: StandardSchemaV1;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a loose schema gives
declare const ofAny: StandardSchemaV1<unknown, any>;

const api = createApi({
  baseUrl: '',
  requests: {
    zod: defineRequest()({ method: 'GET', path: '/users/:id', schema: byZod }),
    valibot: defineRequest()({ method: 'GET', path: '/users/:id', schema: byValibot }),
    arktype: defineRequest()({ method: 'GET', path: '/users/:id', schema: byArktype }),
    hand: defineRequest()({ method: 'GET', path: '/users/:id', schema: byHand }),
    text: defineRequest()({ method: 'GET', path: '/', responseType: 'text', schema: z.coerce.number() }),
    params: defineRequest<unknown, { page: number }>()({ method: 'GET', path: '/:id', schema: byHand }),
    leftOut: defineRequest<User>()({ method: 'GET', path: '/', schema: undefined }),
    unknown: defineRequest<User>()({ method: 'GET', path: '/', schema: ofUnknown }),
    any: defineRequest<User>()({ method: 'GET', path: '/', schema: ofAny }),
    zodUnknown: defineRequest<User>()({ method: 'GET', path: '/', schema: z.unknown() }),
  },
});

// The schema's output is the data, whatever library it comes from.
expectType<Promise<Result<{ id: number; at: Date }>>>(api.zod({ id: 1 }));
expectType<Promise<Result<{ id: number; tags: string[] }>>>(api.valibot({ id: 1 }));
expectType<Promise<Result<{ id: number; name?: string }>>>(api.arktype({ id: 1 }));
expectType<Promise<Result<User>>>(api.hand({ id: 1 }));

// Also of a body that is not read as JSON.
expectType<Promise<Result<number>>>(api.text());

// Path params and declared params are read as without a schema.
void api.params({ id: 1, page: 2 });
expectError(api.params({ id: 1 }));
expectError(api.zod());

// A schema beside a written response type is refused, by a missing property that says why.
expectError(defineRequest<User>()({ method: 'GET', path: '/', schema: byZod }));
expectError(defineRequest<User>()({ method: 'GET', path: '/', schema: byValibot }));
expectError(defineRequest<User>()({ method: 'GET', path: '/', schema: byArktype }));
expectError(defineRequest<User>()({ method: 'GET', path: '/', schema: byHand }));
defineRequest<User>()({
  method: 'GET',
  path: '/',
  schema: byHand as typeof byHand & { __schemaGivesResponse: never },
});

// Unless its output is unknown or any: then the written type is the data.
expectType<Promise<Result<User>>>(api.leftOut());
expectType<Promise<Result<User>>>(api.unknown());
expectType<Promise<Result<User>>>(api.any());
expectType<Promise<Result<User>>>(api.zodUnknown());

// What is no schema is refused, and so is a path that a schema stands beside.
expectError(defineRequest()({ method: 'GET', path: '/', schema: { parse: () => 1 } }));
expectError(defineRequest()({ method: 'GET', path: '/#top', schema: byZod }));

// The output of a schema has a name.
expectType<{ id: number; at: Date }>({} as InferOutput<typeof byZod>);

// Under `'optionalJson'` the schema isn't asked about an empty body, so there may be nothing.
const maybe = defineRequest()({ method: 'PUT', path: '/', responseType: 'optionalJson', schema: byHand });
expectType<User | undefined>({} as (typeof maybe)['~types']['response']);
