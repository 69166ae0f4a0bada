import { bare } from '../platform/bare.js';
import { ownValue } from '../platform/own-properties.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import { readHeader } from '../wire/headers.js';

const NONE: HeaderRecord = {};

/**
 * The headers of one request: a record, until somebody wants a `Headers`. Most calls have no middleware that reads
 * headers, and a `Headers` is dear.
 */
export class RequestHeaders {
  #record = NONE;
  #headers: Headers | undefined;

  /** @param record By lowercase name. Never changed: calls without headers of their own have one in common. */
  begin(record: HeaderRecord): void {
    this.#record = record;
  }

  get all(): Headers {
    return (this.#headers ??= new Headers(this.#record));
  }

  set all(headers: Headers) {
    this.#headers = headers;
  }

  /** As they stand, in whichever form. */
  get sent(): HeaderRecord | Headers {
    return this.#headers ?? this.#record;
  }

  /** As a record: the same object until one of them changes, as long as nobody asked for a `Headers`. */
  get record(): HeaderRecord {
    // What a middleware put in their place may be of any library.
    return this.#headers ? Object.fromEntries(new Headers(this.#headers)) : this.#record;
  }

  get(name: string): string | undefined {
    const value = this.#headers ? this.#headers.get(name) : ownValue(this.#record, name.toLowerCase());
    return value ?? undefined;
  }

  /** Throws a Refusal for a header that can't be sent. */
  set(name: string, value: string): void {
    const added = readHeader(name, value);
    if (this.#headers) this.#headers.set(name, value.trim());
    else this.#record = bare(this.#record, added);
  }

  clone(): RequestHeaders {
    const clone = new RequestHeaders();
    clone.#record = this.#record;
    clone.#headers = this.#headers && new Headers(this.#headers);
    return clone;
  }
}
