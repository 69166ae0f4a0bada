import { bare } from '../../core/seats.js';

/**
 * UTF-8 in pieces as text, without the byte order mark that it may begin with. The decoders of some platforms drop marks
 * further on, too, when they come in pieces.
 */
export class Utf8 {
  readonly #decoder = new TextDecoder('utf-8', bare<TextDecoderOptions>({ ignoreBOM: true }));
  #isBegun = false;

  /** @param bytes The next ones; undefined at the end, for what is left. */
  decode(bytes?: Uint8Array): string {
    const text = this.#decoder.decode(bytes, { stream: bytes !== undefined });
    if (this.#isBegun || text === '') return text;
    this.#isBegun = true;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}
