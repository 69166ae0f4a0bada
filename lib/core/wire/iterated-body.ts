import { bare } from '../platform/bare.js';
import { systemClock } from '../platform/clock.js';
import { className, describeType } from '../platform/describe-type.js';
import { quietly } from '../platform/quietly.js';
import { holdStream, isNodeStream, type NodeStream } from './node-stream.js';
import { PartBytes } from './part-bytes.js';

/** Milliseconds after which everything else gets its turn: parts that are all there would keep any deadline waiting. */
const LONGEST_TURN = 20;

/** An async iterable of bytes or text as a stream that a fetch takes. It is read no sooner than the fetch asks. */
export class IteratedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** The class of the iterable. */
  readonly name: string;
  /** Rejects with what the iterable fails with. A fetch need not notice that, or say it. */
  readonly failure: Promise<never>;
  readonly #source: AsyncIterable<unknown>;
  readonly #node: NodeStream | undefined;
  readonly #bytes = new PartBytes();
  #iterator: AsyncIterator<unknown> | undefined;
  /** Whether the iterator has no more to give, so that there is nothing to tell it. */
  #isDone = false;
  #isOver = false;
  #turnBegan = systemClock.ticks();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #fail: ((thrown: unknown) => void) | undefined;

  /** Throws a Refusal for a source that has nothing to give any more. */
  constructor(source: AsyncIterable<unknown>) {
    this.#source = source;
    this.name = className(source);
    this.#node = isNodeStream(source) ? source : undefined;
    if (this.#node) holdStream(this.#node);
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
      const bytes = await this.#next();
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

  /** The next bytes; undefined at the end. */
  async #next(): Promise<Uint8Array | undefined> {
    while (!this.#isOver) {
      await this.#giveWay();
      const step = await this.#step();
      const bytes = step ? this.#bytes.of(step.value) : this.#bytes.rest();
      if (!bytes) {
        throw new TypeError(
          `The ${this.name} of the body gave ${describeType(step?.value)}: let it give bytes or text.`,
        );
      }
      if (bytes.length > 0) return bytes;
      if (!step) return undefined;
    }
    return undefined;
  }

  async #giveWay(): Promise<void> {
    if (systemClock.ticks() - this.#turnBegan < LONGEST_TURN) return;
    await new Promise<void>((resolve) => systemClock.setTimeout(resolve, 0));
    this.#turnBegan = systemClock.ticks();
  }

  /** Undefined when there is no more, also where it is asked again. */
  async #step(): Promise<IteratorYieldResult<unknown> | undefined> {
    if (this.#isDone) return undefined;
    try {
      this.#iterator ??= this.#source[Symbol.asyncIterator]();
      const step = await this.#iterator.next();
      if (!step.done) return step;
    } catch (thrown) {
      this.#isDone = true;
      throw thrown;
    }
    this.#isDone = true;
    return undefined;
  }

  /** Tells the source that nobody reads on, and the fetch that there is no more. */
  #end(reason: unknown): void {
    this.#isOver = true;
    // A stream of Node that nobody reads yet doesn't hear of its iterator's end.
    void quietly(() => this.#node?.destroy());
    if (!this.#isDone)
      void quietly(() => (this.#iterator ?? this.#source[Symbol.asyncIterator]()).return?.());
    this.#isDone = true;
    void quietly(() => this.#controller?.error(reason));
  }
}
