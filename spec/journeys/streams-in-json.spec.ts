import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createGraphQL, Operation } from '../../lib/index.js';
import { answering, oneEndpoint } from '../support/one-endpoint.js';

const streams: [string, () => object][] = [
  ['a Readable', () => Readable.from(['a'])],
  ['an async generator', () => (async function* () {})()],
  ['a ReadableStream', () => new ReadableStream()],
];
const places: [string, (stream: object) => object, RegExp][] = [
  ['an object', (stream) => ({ file: stream }), /"file"/],
  ['a list', (stream) => [stream], /"0"/],
  ['an object in a list', (stream) => ({ files: [{ file: stream }] }), /"file"/],
];

describe('a stream inside of what is written as JSON (rules.md#bodies)', () => {
  for (const [stream, make] of streams) {
    it.each(places)(`is refused by name: ${stream} in %s`, async (_place, put, name) => {
      const fetch = answering();
      const api = oneEndpoint({ fetch, endpoint: { method: 'POST' } });
      const { error } = await api.call(put(make()) as never);
      expect([error?.kind, fetch.mock.calls.length]).toEqual(['network', 0]);
      expect((error?.cause as Error).message).toMatch(name);
    });

    it(`is refused by name: ${stream} in a variable of GraphQL`, async () => {
      const fetch = answering({ data: {} });
      const upload = new Operation<{ input: object }>({ operation: 'mutation { a }' });
      const api = createGraphQL({ endpoint: 'http://api.test', fetch, operations: { upload } });
      const { error } = await api.upload({ input: { file: make() } });
      expect([error?.kind, fetch.mock.calls.length]).toEqual(['network', 0]);
      expect((error?.cause as Error).message).toMatch(/The variable "file" .* pass what is in it as text/);
    });
  }

  it('is found under a hundred thousand levels', async () => {
    let deep: unknown = { file: Readable.from(['a']) };
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const { error } = await oneEndpoint({ endpoint: { method: 'POST' } }).call({ deep });
    expect((error?.cause as Error).message).toMatch(/"file"/);
  });

  it('is looked for in a circle, which no JSON can hold, without end', async () => {
    const circle: Record<string, unknown> = {};
    circle['itself'] = circle;
    expect((await oneEndpoint({ endpoint: { method: 'POST' } }).call(circle)).error?.kind).toBe('network');
  });
});
