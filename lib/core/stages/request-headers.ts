import { bare } from '../platform/bare.js';
import { ownValue } from '../platform/own-properties.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import { readHeader } from '../wire/headers.js';

/**
 * A request, as far as its headers are concerned: a record, until somebody wants a `Headers`. Most calls have no
 * middleware that reads headers, and a `Headers` is dear.
 */
export class RequestHeaders {
  /** By lowercase name. Never changed: calls without headers of their own have one in common. */
  #record: HeaderRecord = {};
  #headers: Headers | undefined;

  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#record));
  }

  set headers(headers: Headers) {
    this.#headers = headers;
  }

  /** As they stand, in whichever form. */
  get sentHeaders(): HeaderRecord | Headers {
    return this.#headers ?? this.#record;
  }

  headerRecord(): HeaderRecord {
    // What a middleware put in their place may be of any library.
    return this.#headers ? Object.fromEntries(new Headers(this.#headers)) : this.#record;
  }

  getHeader(name: string): string | undefined {
    const value = this.#headers ? this.#headers.get(name) : ownValue(this.#record, name.toLowerCase());
    return value ?? undefined;
  }

  /** Throws a Refusal for a header that can't be sent. */
  setHeader(name: string, value: string): void {
    const text = readHeader(name, value);
    if (this.#headers) this.#headers.set(name, text);
    else {
      const record = bare<Record<string, string>>(this.#record);
      record[name.toLowerCase()] = text;
      this.#record = record;
    }
  }

  /** Begins with these, a record or those of another request. */
  protected beginWith(headers: HeaderRecord | Headers): void {
    if (Symbol.iterator in headers) this.#headers = new Headers(headers);
    else this.#record = headers;
  }
}
