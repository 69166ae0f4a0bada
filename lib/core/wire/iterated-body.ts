import { bare } from '../platform/bare.js';
import { systemClock } from '../platform/clock.js';
import { className, describeType } from '../platform/describe-type.js';
import { isArrayBuffer } from '../platform/is-platform.js';
import { nextTurn } from '../platform/next-turn.js';
import { quietly } from '../platform/quietly.js';
import { holdStream, isNodeStream } from './node-stream.js';

/** Milliseconds after which everything else gets its turn: parts that are all there would keep any deadline waiting. */
const LONGEST_TURN = 20;

/** The first half of a character that UTF-16 writes as two. */
const ENDS_IN_HALF = /[\uD800-\uDBFF]$/;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An async iterable of bytes or text as a stream that a fetch takes. It is read no sooner than the fetch asks. */
export class IteratedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** The class of the iterable. */
  readonly name: string;
  /** Rejects with what the iterable fails with. A fetch need not notice that, or say it. */
  readonly failure: Promise<never>;
  readonly #source: AsyncIterable<unknown>;
  #iterator: AsyncIterator<unknown> | undefined;
  /** Whether the iterator has no more to give, so that there is nothing to tell it. */
  #isDone = false;
  #isOver = false;
  /** Of a character that goes on in the next part. */
  #half = '';
  #turnBegan = systemClock.ticks();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #fail: ((thrown: unknown) => void) | undefined;

  /** Throws a Refusal for a source that has nothing to give any more. */
  constructor(source: AsyncIterable<unknown>) {
    this.#source = source;
    this.name = className(source);
    if (isNodeStream(source)) holdStream(source);
    this.failure = new Promise((_resolve, reject) => (this.#fail = reject));
    // Nobody may wait for it.
    this.failure.catch(() => undefined);
    this.stream = new ReadableStream(
      bare<UnderlyingDefaultSource<Uint8Array>>({
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#pull(),
        cancel: () => this.close(),
      }),
      bare<QueuingStrategy<Uint8Array>>({ highWaterMark: 0 }),
    );
  }

  /** Ends the reading before its time; nothing where it has ended. */
  close(): void {
    if (!this.#isOver) this.#end(new TypeError('The call of this body has ended.'));
  }

  async #pull(): Promise<void> {
    try {
      let bytes = await this.#next();
      while (bytes?.length === 0 && !this.#isOver) bytes = await this.#next();
      if (this.#isOver) return;
      if (bytes) {
        this.#controller?.enqueue(bytes);
        return;
      }
      this.#isOver = true;
      this.#controller?.close();
    } catch (thrown) {
      if (this.#isOver) return;
      // First: what a fetch makes of the stream's error says less.
      this.#fail?.(thrown);
      this.#end(thrown);
    }
  }

  /** The bytes of the next part; undefined when there is no more, also where it is asked again. */
  async #next(): Promise<Uint8Array | undefined> {
    if (systemClock.ticks() - this.#turnBegan >= LONGEST_TURN) {
      await nextTurn(systemClock);
      this.#turnBegan = systemClock.ticks();
    }
    if (!this.#isDone) {
      let isDone: boolean | undefined = true;
      try {
        this.#iterator ??= this.#source[Symbol.asyncIterator]();
        const step = await this.#iterator.next();
        isDone = step.done;
        if (!isDone) return this.#bytesOf(step.value);
      } finally {
        this.#isDone = isDone === true;
      }
    }
    return this.#half ? this.#rest() : undefined;
  }

  #bytesOf(part: unknown): Uint8Array {
    if (typeof part === 'string') {
      const text = this.#half + part;
      const end = ENDS_IN_HALF.test(text) ? text.length - 1 : text.length;
      this.#half = text.slice(end);
      return encode(text.slice(0, end));
    }
    const bytes = isArrayBuffer(part) ? new Uint8Array(part) : part;
    if (!ArrayBuffer.isView(bytes))
      throw new TypeError(
        `The ${this.name} of the body gave ${describeType(part)}: let it give bytes or text.`,
      );
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#half ? new Uint8Array([...this.#rest(), ...view]) : view;
  }

  #rest(): Uint8Array {
    const half = this.#half;
    this.#half = '';
    return encode(half);
  }

  /** Tells the source that nobody reads on, and the fetch that there is no more. */
  #end(reason: unknown): void {
    const source = this.#source;
    this.#isOver = true;
    // A stream of Node that nobody reads yet doesn't hear of its iterator's end.
    if (isNodeStream(source)) void quietly(() => source.destroy());
    if (!this.#isDone) void quietly(() => (this.#iterator ?? source[Symbol.asyncIterator]()).return?.());
    this.#isDone = true;
    void quietly(() => this.#controller?.error(reason));
  }
}
