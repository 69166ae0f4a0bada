import { createGzip } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectAll } from '../support/collect.js';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const SIZE = 300_000;

/** Valid as JSON, as text and as a URL-encoded form, for all readers. */
const text = `"${'x'.repeat(SIZE)}"`;

/** Sends most of the body, and the rest when `sendRest` is called. */
const inTwoParts = async (coding?: 'gzip') => {
  let sendRest = (): void => undefined;
  const { url } = await serve((_request, response) => {
    response.setHeader('content-type', 'application/x-www-form-urlencoded');
    if (coding) response.setHeader('content-encoding', coding);
    const body = coding ? createGzip({ level: 0 }) : response;
    if (body !== response) body.pipe(response);
    body.write(text.slice(0, 250_000));
    sendRest = () => void body.end(text.slice(250_000));
  });
  return { url, sendRest: () => sendRest() };
};

const viaReader = async (body: ReadableStream<Uint8Array>): Promise<number> => {
  const reader = body.getReader();
  let size = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) size += step.value.length;
  return size;
};

const sizeOf = (read: string | Uint8Array): number => read.length;

const viaIterator = async (body: AsyncIterable<Uint8Array>): Promise<number> => {
  let size = 0;
  for await (const chunk of body) size += chunk.length;
  return size;
};

/** No async functions: they would keep the response alive while they wait. */
const readers: readonly [string, (response: Response) => Promise<number>][] = [
  ['text', (response) => response.text().then(sizeOf)],
  ['json', (response) => response.json().then((value) => sizeOf(value as string) + 2)],
  ['arrayBuffer', (response) => response.arrayBuffer().then(({ byteLength }) => byteLength)],
  ['blob', (response) => response.blob().then(({ size }) => size)],
  ['formData', (response) => response.formData().then((form) => sizeOf([...form.keys()][0]!))],
  ['the body stream', ({ body }) => viaReader(body!)],
  ['the body stream, iterated over', ({ body }) => viaIterator(body as never)],
  ['a Response around the body stream', ({ body }) => new Response(body).text().then(sizeOf)],
  ['a clone', (response) => response.clone().text().then(sizeOf)],
  ['the stream of a clone', (response) => viaReader(response.clone().body!)],
  ['the original next to a clone', (response) => (response.clone(), response.text().then(sizeOf))],
  ['a clone of a clone', (response) => response.clone().clone().text().then(sizeOf)],
];

const inputs: readonly [string, (url: string) => string | Request][] = [
  ['a URL', (url) => url],
  ['a Request', (url) => new Request(url)],
];

const codings: readonly ('gzip' | undefined)[] = [undefined, 'gzip'];

const moments = ['at once', 'later'] as const;

/** Every way to read a response, for each input, coding and moment. */
const cases = inputs.flatMap(([input, inputOf]) =>
  codings.flatMap((coding) =>
    moments.flatMap((moment) =>
      readers.map(([reader, read]) => {
        const name = `to ${input}, with the content coding ${String(coding)}, read ${moment} through ${reader}`;
        return { name, inputOf, coding, moment, read };
      }),
    ),
  ),
);

type Case = (typeof cases)[number];

const itself = (thrown: unknown): unknown => thrown;

/** A separate function without a closure, so that nothing else keeps the response alive. */
const begin = async ({ inputOf, coding, moment, read }: Case, later: Promise<void>) => {
  const { url, sendRest } = await inTwoParts(coding);
  const response = await ownFetch()(inputOf(url));
  const size = moment === 'at once' ? read(response) : later.then(read.bind(null, response));
  return { size: size.catch(itself), sendRest };
};

describe('a response whose owner is garbage-collected during the download', () => {
  const sizes = new Map<string, unknown>();

  // All cases run at the same time, because a garbage collection takes long.
  beforeAll(async () => {
    let goOn = (): void => undefined;
    const later = new Promise<void>((resolve) => (goOn = resolve));
    const begun = await Promise.all(cases.map((each) => begin(each, later)));
    await collectAll();
    goOn();
    await collectAll();
    for (const { sendRest } of begun) sendRest();
    await collectAll();
    for (const [at, { size }] of begun.entries()) sizes.set(cases[at]!.name, await size);
  }, 30_000);

  it.each(cases)('$name: arrives completely', ({ name }) => {
    expect(sizes.get(name)).toBe(text.length);
  });
});

describe.each(inputs)('garbage collection before the rest of the response to %s', (_, inputOf) => {
  it.each<[string, (response: Response) => ReadableStream<Uint8Array>]>([
    ['its stream', ({ body }) => body!],
    ['the stream of its clone', (response) => response.clone().body!],
    ['its stream next to a clone', (response) => (response.clone(), response.body!)],
  ])('loses no data if the caller keeps only %s and reads it later', async (_name, streamOf) => {
    const { url, sendRest } = await inTwoParts();
    const stream = await ownFetch()(inputOf(url)).then(streamOf);
    await collectAll();
    const size = viaReader(stream);
    await collectAll(2);
    sendRest();
    expect(await size).toBe(text.length);
  });
});
