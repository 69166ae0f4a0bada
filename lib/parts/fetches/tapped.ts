import { bare, quietly } from '../../core/seats.js';

/**
 * The same stream, with somebody who sees what is read. Nothing is read ahead of its reader.
 *
 * @param add So many more bytes are about to be handed on. What it throws ends both streams.
 * @param over Nothing more will be read; `isWhole` where it was read to its end. Ends that come together may each tell.
 */
export function tapped<T extends Uint8Array>(
  stream: ReadableStream<T>,
  add: (size: number) => void,
  over: (isWhole: boolean) => void,
): ReadableStream<T> {
  const reader = stream.getReader();
  const cancel = (reason: unknown): Promise<void> => {
    over(false);
    return reader.cancel(reason);
  };
  const pull = async (controller: ReadableStreamDefaultController<T>): Promise<void> => {
    try {
      const { done, value } = await reader.read();
      if (done) {
        // First: it throws where this end comes of a cancel.
        controller.close();
        over(true);
      } else {
        add(value.byteLength);
        controller.enqueue(value);
      }
    } catch (thrown) {
      void quietly(() => cancel(thrown));
      throw thrown;
    }
  };
  return new ReadableStream(bare<UnderlyingDefaultSource<T>>({ pull, cancel }), bare({ highWaterMark: 0 }));
}
