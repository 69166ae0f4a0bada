import type { BodySource } from './body-reader.js';
import type { Decoded } from './decoded.js';
import { JsonReader } from './json-reader.js';

/** `'none'` and answers to HEAD: the body is let go unread, so that the connection is free again. */
export class EmptyReader extends JsonReader {
  override read(source: BodySource): Promise<Decoded> {
    Promise.resolve(source.body?.cancel()).catch(() => undefined);
    return Promise.resolve({ ok: true, data: undefined });
  }
}
