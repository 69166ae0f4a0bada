import { createApi, defineRequest, type Result, type StandardSchemaV1 } from 'homing';
import {
  bytes,
  type ByteStream,
  type FailedItem,
  type Item,
  type ItemStream,
  jsonLines,
  jsonSequence,
} from 'homing/stream';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

interface Row {
  id: number;
}

declare const rowSchema: StandardSchemaV1<unknown, Row>;
declare const lengthSchema: StandardSchemaV1<string, number>;

const api = createApi({
  baseUrl: '',
  requests: {
    bySchema: defineRequest()({
      method: 'GET',
      path: '/',
      responseType: jsonLines({ schema: rowSchema, until: ({ data }) => data?.id === 7 }),
    }),
    ofParams: defineRequest<unknown, { from: number }>()({
      method: 'GET',
      path: '/:id',
      responseType: jsonSequence({ schema: rowSchema }),
    }),
    ofTexts: defineRequest()({
      method: 'GET',
      path: '/',
      responseType: jsonLines({ parse: 'text', until: '[DONE]' }),
    }),
    checkedTexts: defineRequest()({
      method: 'GET',
      path: '/',
      responseType: jsonLines({ parse: 'text', schema: lengthSchema }),
    }),
    parsed: defineRequest()({
      method: 'GET',
      path: '/',
      responseType: jsonLines({ parse: (text) => text.length, until: (item) => item.data === 0 }),
    }),
    unchecked: defineRequest()({ method: 'GET', path: '/', responseType: jsonLines<Row>() }),
    unknown: defineRequest()({ method: 'GET', path: '/', responseType: jsonLines() }),
    file: defineRequest()({ method: 'GET', path: '/', responseType: bytes({ maxSize: 1e6 }) }),
    written: defineRequest<ItemStream<Item<Row>>>()({
      method: 'GET',
      path: '/',
      responseType: jsonLines({ schema: rowSchema }),
    }),
  },
});

// The data of a call is the stream, whose items have the type of the schema's output.
expectType<Promise<Result<ItemStream<Item<Row>>>>>(api.bySchema());
expectType<Promise<Result<ItemStream<Item<Row>>>>>(api.ofParams({ id: 1, from: 2 }));
expectType<Promise<Result<ItemStream<Item<number>>>>>(api.checkedTexts());
expectType<Promise<Result<ItemStream<Item<string>>>>>(api.ofTexts());
expectType<Promise<Result<ItemStream<Item<number>>>>>(api.parsed());
expectType<Promise<Result<ItemStream<Item<Row>>>>>(api.unchecked());
expectType<Promise<Result<ItemStream<Item<unknown>>>>>(api.unknown());
expectType<Promise<Result<ByteStream>>>(api.file());
expectType<Promise<Result<ItemStream<Item<Row>>>>>(api.written());

// An item is told apart by its error.
const read = async (): Promise<void> => {
  const { data: rows, error } = await api.bySchema();
  if (error) return;
  for await (const item of rows) {
    if (item.error) {
      expectType<FailedItem>(item);
      expectType<boolean>(item.ended);
      expectType<string | undefined>(item.raw);
      expectType<null>(item.data);
    } else expectType<Row>(item.data);
  }
  for await (const { data, error: itemError } of rows) {
    if (itemError) expectType<null>(data);
    else expectType<Row>(data);
  }
  expectType<Promise<void>>(rows.cancel());
};
expectType<() => Promise<void>>(read);

declare const file: ByteStream;
declare const sink: WritableStream<Uint8Array>;
expectType<ReadableStream<Uint8Array>>(file.toReadable());
expectType<Promise<Item<number>>>(file.pipeTo(sink));
expectAssignable<AsyncIterable<Item<Uint8Array>>>(file);
expectAssignable<BodyInit>(file.toReadable());
expectNotAssignable<ByteStream>(jsonLines());

// A mutable item can't be made of one that is read.
declare const failed: FailedItem;
expectError((failed.ended = true));

// What is no option, and what doesn't go together.
expectError(jsonLines({ parse: 'xml' }));
expectError(jsonLines({ schema: {} }));
expectError(jsonLines({ until: 1 }));
expectError(jsonLines({ until: (item: Item<number>) => item.data, parse: 'text' }));
expectError(jsonLines({ idleTimeout: '5s' }));
expectError(jsonLines({ maxSize: 1 }));
expectError(jsonLines<Row>({ parse: 'text' }));
expectError(jsonLines<Row>({ schema: rowSchema }));
expectError(jsonSequence<string>({ parse: (text: string) => text.length }));
expectError(bytes({ maxItemSize: 1 }));
expectError(bytes({ parse: 'text' }));
expectError(bytes({ until: 'end' }));
expectError(
  defineRequest<Row[]>()({ method: 'GET', path: '/', responseType: jsonLines({ schema: rowSchema }) }),
);
expectError(file.pipeTo(file.toReadable()));
