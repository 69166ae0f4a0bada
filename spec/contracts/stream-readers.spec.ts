import {
  bytes,
  type ByteStream,
  type Item,
  type ItemStream,
  jsonLines,
  jsonSequence,
} from '../../lib/entries/stream.js';
import { rest } from '../support/streamed.js';
import { ownReader, responseReaderContract } from './response-reader.js';

const LIMITS = { idleTimeout: 60_000, maxDuration: 60_000 };

const textOf = (stream: ByteStream): Promise<string> =>
  new Response(stream.toReadable()).text().catch((thrown: unknown) => String(thrown));

responseReaderContract(
  'bytes',
  ownReader(bytes(LIMITS), { answer: () => new Response('a\nb'), use: textOf, expected: 'a\nb' }),
);
responseReaderContract(
  'jsonLines',
  ownReader<ItemStream<Item<unknown>>>(jsonLines(LIMITS), {
    answer: () => new Response('1\n{"a":2}'),
    use: rest,
    expected: [1, { a: 2 }],
  }),
);
responseReaderContract(
  'jsonLines with an end mark',
  ownReader<ItemStream<Item<unknown>>>(jsonLines({ ...LIMITS, until: 'end' }), {
    answer: () => new Response('1\n2\nend\n3'),
    use: rest,
    expected: [1, 2],
  }),
);
responseReaderContract(
  'jsonSequence',
  ownReader<ItemStream<Item<unknown>>>(jsonSequence(LIMITS), {
    answer: () => new Response('\u001e1\n\u001e[2]\n'),
    use: rest,
    expected: [1, [2]],
  }),
);
