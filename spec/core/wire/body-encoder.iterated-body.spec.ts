import { describe, expect, it } from '@jest/globals';
import { endpoint, post } from '../../support/capture.js';

/** Made like a file of Node that is read: it has to be destroyed. */
const openFile = () => ({
  destroyed: false,
  destroy(): void {
    this.destroyed = true;
  },
  on: (): void => undefined,
  [Symbol.asyncIterator]: () => ({
    next: () => new Promise<never>(() => {}),
    return: async () => ({ done: true as const, value: undefined }),
  }),
});

const read = async (body: unknown): Promise<string> => new Response(body as ReadableStream).text();

/** An endpoint whose fetch reads the body that it gets, and answers with its text. */
const reading = () => {
  const texts: string[] = [];
  const fetch = async (_url: string, { body }: RequestInit): Promise<Response> => {
    texts.push(await read(body));
    return new Response('{}');
  };
  return { texts, ...endpoint({ method: 'POST', client: { fetch } }) };
};

describe('a body that is iterated over, over any fetch (rules.md#bodies)', () => {
  it('is a ReadableStream with duplex half', async () => {
    const { body, init, contentType } = await post('/items', (async function* () {})());
    expect(body).toBeInstanceOf(ReadableStream);
    expect([init.duplex, contentType]).toEqual(['half', 'application/octet-stream']);
  });

  it('gives its bytes and its text', async () => {
    const { texts, run } = reading();
    await run(
      (async function* () {
        yield 'a\ud83d';
        yield '\ude00';
        yield new Uint8Array([98]);
        yield new Uint8Array([99]).buffer;
        yield new DataView(new Uint8Array([0, 100]).buffer, 1);
      })(),
    );
    expect(texts).toEqual(['a😀bcd']);
  });

  it('fails the call with what it throws', async () => {
    const { run } = reading();
    const { error } = await run(
      (async function* () {
        yield 'a';
        throw new RangeError('midway');
      })(),
    );
    expect(error).toMatchObject({ kind: 'network', body: { message: 'midway' } });
  });

  it('is closed with a call whose fetch leaves it unread', async () => {
    let returned = 0;
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return: async () => ((returned += 1), { done: true, value: undefined }),
      }),
    };
    const { body } = await post('/items', source);
    expect(returned).toBe(1);
    await expect(read(body)).rejects.toThrow();
  });

  it('is closed where nothing listens, a file too: the call is over', async () => {
    const { run } = endpoint({ method: 'POST', client: { fetch: () => Promise.reject(new Error('down')) } });
    const file = openFile();
    expect((await run(file)).error?.kind).toBe('network');
    expect(file.destroyed).toBe(true);
  });

  it('is left to the call that sends it where another is given it too', async () => {
    let answer!: (response: Response) => void;
    const fetch = () => new Promise<Response>((resolve) => (answer = resolve));
    const { run } = endpoint({ method: 'POST', client: { fetch } });
    const file = openFile();
    const first = run(file);
    expect((await run(file)).error?.message).toContain('was already sent');
    expect(file.destroyed).toBe(false);
    answer(new Response('{}'));
    await first;
    expect(file.destroyed).toBe(true);
  });
});
