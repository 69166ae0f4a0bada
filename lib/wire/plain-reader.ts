import type { BodyReader, BodySource } from './body-reader.js';
import type { Decoded } from './decoded.js';

/** `'text'`, `'blob'`, `'arrayBuffer'` and `'formData'`: what the platform's method of that name gives. */
export class PlainReader implements BodyReader {
  readonly #method: 'arrayBuffer' | 'blob' | 'formData' | 'text';

  constructor(method: 'arrayBuffer' | 'blob' | 'formData' | 'text') {
    this.#method = method;
  }

  async read(source: BodySource): Promise<Decoded> {
    return { ok: true, data: await source[this.#method]() };
  }

  async readError(source: BodySource): Promise<unknown> {
    const body = (await source[this.#method]()) as { length?: number; size?: number; byteLength?: number };
    return (body.length ?? body.size ?? body.byteLength) === 0 ? null : body;
  }
}
