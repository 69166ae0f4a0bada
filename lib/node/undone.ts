import { type Coding, fittingCoding } from './content-codings.js';
import { type Duplex, pipeline } from './node-api.js';

/** What hears of each coding that is undone. */
export interface Undoing {
  /** It has begun. */
  opened(stream: Duplex): void;
  /** So many bytes have come out of it by now. What it throws ends it. */
  reached(size: number): void;
  failed(reason: unknown): void;
}

const firstOf = async (source: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> => {
  for (;;) {
    const step = await source.next();
    if (step.done) return undefined;
    if (step.value.length > 0) return step.value;
  }
};

const withFirst = async function* (
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
};

/** Undoes one content coding as the bytes come. An empty body is no error, whatever it should have been. */
export async function* undone(
  coding: Coding,
  source: AsyncIterator<Uint8Array>,
  undoing: Undoing,
): AsyncGenerator<Uint8Array> {
  const first = await firstOf(source);
  if (!first) return;
  // What is inside shows only now which deflate it is.
  const { create, options } = fittingCoding(coding, first);
  const stream = pipeline([withFirst(first, source), create(options)], (error) => {
    if (error) undoing.failed(error);
  });
  undoing.opened(stream);
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    undoing.reached(size);
    yield piece;
  }
}
