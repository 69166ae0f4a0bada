/** A body that fails after its first bytes. */
export const broken = (error: unknown): ReadableStream<Uint8Array> => {
  let begun = false;
  return new ReadableStream({
    pull(controller) {
      if (begun) controller.error(error);
      else controller.enqueue(new TextEncoder().encode('{"a":'));
      begun = true;
    },
  });
};

/** A body that never ends. `onRead` runs at the first read. */
export const endless = (onRead: () => void = () => {}): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull() {
        onRead();
        return new Promise(() => {});
      },
    },
    { highWaterMark: 0 },
  );

/** A body that records whether it was canceled. */
export const cancellable = (): { stream: ReadableStream<Uint8Array>; cancelled: () => boolean } => {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    cancel() {
      cancelled = true;
    },
  });
  return { stream, cancelled: () => cancelled };
};
