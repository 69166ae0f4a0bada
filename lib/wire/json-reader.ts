import type { BodyReader, BodySource } from './body-reader.js';
import type { Decoded } from './decoded.js';

const BYTE_ORDER_MARK = '\uFEFF';

const parse = (text: string): unknown =>
  JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) as unknown;

/** `'json'`: an empty 2xx body is an error, a literal `null` is data. */
export class JsonReader implements BodyReader {
  async read(source: BodySource): Promise<Decoded> {
    const text = await source.text();
    return text === '' ? { ok: false, kind: 'parse', body: '' } : { ok: true, data: parse(text) };
  }

  async readError(source: BodySource): Promise<unknown> {
    return parse(await source.text());
  }
}
