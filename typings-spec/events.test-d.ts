import { expectError, expectType } from 'tsd';
import * as z from 'zod';
import { type ApiError, createApi, createGraphQL, defineRequest, Operation, type Result } from 'homing';
import { type EventStream, events, graphqlEvents } from 'homing/sse';

const Progress = z.object({ percent: z.number() });
const Done = z.object({ url: z.string() });
type Row = { id: number };

const baseUrl = 'https://api.example.com';

// The data of an event: unknown, as told, as the schema or as a function says.
{
  const api = createApi({
    baseUrl,
    requests: {
      any: defineRequest()({ method: 'GET', path: '/', responseType: events() }),
      rows: defineRequest()({ method: 'GET', path: '/', responseType: events<Row>({ until: '[DONE]' }) }),
      checked: defineRequest()({ method: 'GET', path: '/', responseType: events({ schema: Progress }) }),
      texts: defineRequest()({ method: 'GET', path: '/', responseType: events({ parse: 'text' }) }),
      lengths: defineRequest()({
        method: 'GET',
        path: '/',
        responseType: events({ parse: (text) => text.length }),
      }),
    },
  });
  expectType<Promise<Result<EventStream<unknown>>>>(api.any());
  expectType<Promise<Result<EventStream<Row>>>>(api.rows());
  expectType<Promise<Result<EventStream<{ percent: number }>>>>(api.checked());
  expectType<Promise<Result<EventStream<string>>>>(api.texts());
  expectType<Promise<Result<EventStream<number>>>>(api.lengths());

  const { data } = await api.checked();
  for await (const item of data ?? []) {
    expectType<string>(item.type);
    expectType<string>(item.id);
    if (item.error) {
      expectType<null>(item.data);
      expectType<boolean>(item.ended);
      expectType<ApiError>(item.error);
    } else {
      expectType<{ percent: number }>(item.data);
    }
  }
}

// Events told apart by their type.
{
  const reader = events({ types: { progress: Progress, done: Done }, until: ({ type }) => type === 'done' });
  const api = createApi({
    baseUrl,
    requests: { watch: defineRequest()({ method: 'GET', path: '/', responseType: reader }) },
  });
  const { data } = await api.watch();
  for await (const item of data ?? []) {
    if (item.error) continue;
    expectType<'progress' | 'done'>(item.type);
    if (item.type === 'progress') expectType<{ percent: number }>(item.data);
    else expectType<{ url: string }>(item.data);
  }
  expectError(events({ types: { a: Progress }, schema: Done }));
  expectError(events({ types: { a: 1 } }));
  expectError(events({ types: { a: Progress }, until: ({ type }: { type: 'b' }) => type === 'b' }));
}

// Options that are none.
expectError(events({ parse: 'xml' }));
expectError(events({ until: 1 }));
expectError(events({ reconnect: 'always' }));
expectError(events({ reconnect: { retries: 3 } }));
expectError(events({ unknownOption: true }));
events({
  reconnect: {
    max: 3,
    onReconnect: ({ attempt, delay, error, lastEventId }) => {
      expectType<number>(attempt);
      expectType<number>(delay);
      expectType<ApiError | undefined>(error);
      expectType<string>(lastEventId);
    },
  },
});

// It hangs up where it is left.
{
  const stream = {} as EventStream<Row>;
  expectType<Promise<void>>(stream.cancel());
  expectType<EventStream<Row>>(stream[Symbol.asyncIterator]() as EventStream<Row>);
}

// A subscription is an operation.
{
  type Message = { message: { text: string } };
  const document = {} as { __apiType?: (variables: { room: string }) => Message };
  const operations = {
    onMessage: new Operation<{ room: string }, EventStream<Message>>({
      operation: 'subscription ($room: ID!) { message(room: $room) { text } }',
      responseType: graphqlEvents<Message>(),
    }),
    onTyped: new Operation<{ room: string }, EventStream<Message>>({
      operation: document,
      responseType: graphqlEvents<Message>({ reconnect: true, idleTimeout: 30_000 }),
    }),
    read: new Operation({ operation: document }),
  };
  const api = createGraphQL({ endpoint: `${baseUrl}/graphql`, operations });
  expectType<Promise<Result<EventStream<Message>>>>(api.onMessage({ room: '1' }));
  expectType<Promise<Result<EventStream<Message>>>>(api.onTyped({ room: '1' }));
  expectType<Promise<Result<Message>>>(api.read({ room: '1' }));
  expectError(api.onMessage({}));

  // Its document and its reader speak of the same data.
  expectError(
    new Operation<{ room: string }, EventStream<{ other: number }>>({
      operation: document,
      responseType: graphqlEvents<{ other: number }>(),
    }),
  );
  expectError(
    new Operation<{ room: string }, EventStream<{ other: number }>>({
      operation: 'subscription { a }',
      responseType: graphqlEvents<Message>(),
    }),
  );
  expectError(new Operation({ operation: '{ a }', responseType: 'json' }));
  expectError(graphqlEvents({ until: '[DONE]' }));
}
