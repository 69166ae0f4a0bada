const encoder = new TextEncoder();

const words = ['a ', 'stream ', 'tells ', 'of ', 'what ', 'went ', 'wrong, ', 'too. '];

/** One piece of a language model's response, about 220 bytes. */
const pieceOf = (number) =>
  JSON.stringify({
    id: 'chatcmpl-0123456789abcdef',
    object: 'chat.completion.chunk',
    created: 1795000000,
    model: 'demo-large-2026-11-01',
    system_fingerprint: 'fp_0123456789',
    choices: [{ index: 0, delta: { content: words[number % words.length] }, finish_reason: null }],
  });

/** The strings of the items, each in its format. */
export const events = (count) => [
  ...Array.from({ length: count }, (_, number) => `data: ${pieceOf(number)}\n\n`),
  'data: [DONE]\n\n',
];

export const lines = (count) => Array.from({ length: count }, (_, number) => `${pieceOf(number)}\n`);

/** One chunk per string. */
export const oneByOne = (texts) => texts.map((text) => encoder.encode(text));

/** The same bytes in chunks of equal size. A chunk can end within an item. */
export const inChunks = (texts, size) => {
  const all = encoder.encode(texts.join(''));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.subarray(at * size, (at + 1) * size),
  );
};

/**
 * A fetch that returns these chunks without a network, so that the figures show only the reader.
 *
 * @param {readonly Uint8Array[]} chunks
 * @param {string} type The Content-Type.
 */
export const streamStub = (chunks, type) => () => {
  let at = 0;
  const pull = (controller) => {
    if (at === chunks.length) return controller.close();
    controller.enqueue(chunks[at]);
    at += 1;
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  return Promise.resolve(new Response(body, { headers: { 'content-type': type } }));
};
