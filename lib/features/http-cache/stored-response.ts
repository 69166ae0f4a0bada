import { nullProto } from '../../core/internal.js';
import { type Dated, type FreshnessPolicy, policyOf, type FreshnessRules } from './freshness.js';
import type { BodyData } from './whole-body.js';

/** The request headers by which a response varies, with the sent values; null for a header that wasn't sent. */
export type Selecting = readonly (readonly [name: string, value: string | null])[];

/** The stored parts of a response. */
export interface StoredFields extends Dated {
  readonly url: string;
  readonly statusText: string;
  // Without the DOM types, `ResponseType` doesn't exist.
  readonly type: Response['type'];
  // Never shared memory, but TypeScript before 5.7 can't express that.
  readonly body: Uint8Array;
  readonly vary: Selecting;
  /** Whether the response is for one user. */
  readonly personal: boolean;
  readonly tags: readonly string[];
}

/** A response in a cache. Immutable. */
export interface Stored extends StoredFields {
  readonly policy: FreshnessPolicy;
}

/** Adds the parsed caching permissions. */
export const storedResponse = (fields: StoredFields, rules: FreshnessRules): Stored => ({
  ...fields,
  policy: policyOf(fields, rules),
});

type ResponseFacts = Pick<StoredFields, 'url' | 'type' | 'status' | 'statusText'>;
type KeptClass = new (
  facts: ResponseFacts,
  headers: Headers,
  bytes: BodyData | null,
  age?: string,
) => Response;

/**
 * A body whose bytes are in memory. The platform converts them to a stream, which is most of the cost of a Response. A
 * platform Response is created only for callers that need more than text or bytes.
 */
class KeptBody {
  readonly bytes: BodyData | null;
  readonly #headers: Headers;
  #platforms: Response | undefined = undefined;
  #isRead = false;

  /** @param headers Contain the type of a form or Blob. */
  constructor(bytes: BodyData | null, headers: Headers) {
    this.bytes = bytes;
    this.#headers = headers;
  }

  get isUsed(): boolean {
    return this.#isRead || this.#platforms?.bodyUsed === true;
  }

  get platforms(): Response {
    if (!this.#platforms) {
      this.#platforms = new Response(this.bytes, nullProto<ResponseInit>({ headers: this.#headers }));
      // The platform's Response must also report `bodyUsed`.
      if (this.#isRead) void this.#platforms.arrayBuffer();
    }
    return this.#platforms;
  }

  /** Takes the bytes, unless they were read or their stream was requested. */
  take(): BodyData | undefined {
    if (this.#platforms || this.#isRead || !this.bytes) return undefined;
    this.#isRead = true;
    return this.bytes;
  }

  /** A copy of the bytes. Not `slice`: a Buffer's slice is a view of memory that can hold other users' data. */
  async copied(): Promise<ArrayBuffer> {
    const bytes = this.take();
    return bytes ? new Uint8Array(bytes).buffer : this.platforms.arrayBuffer();
  }
}

function keptClass(decoder = new TextDecoder()): KeptClass {
  return class Kept extends Response {
    readonly #facts: ResponseFacts;
    readonly #body: KeptBody;

    constructor(facts: ResponseFacts, headers: Headers, bytes: BodyData | null, age?: string) {
      const { status, statusText } = facts;
      super(null, nullProto<ResponseInit>({ headers, status, statusText }));
      if (age !== undefined) this.headers.set('age', age);
      this.#facts = facts;
      this.#body = new KeptBody(bytes, headers);
    }

    override get url(): string {
      return this.#facts.url;
    }

    override get type(): ResponseType {
      return this.#facts.type;
    }

    override get body(): ReadableStream<BodyData> | null {
      return this.#body.platforms.body;
    }

    override get bodyUsed(): boolean {
      return this.#body.isUsed;
    }

    override clone(): Response {
      if (this.bodyUsed) throw new TypeError('The body has been read.');
      return new Kept(this.#facts, this.headers, this.#body.bytes);
    }

    override async text(): Promise<string> {
      const bytes = this.#body.take();
      return bytes ? decoder.decode(bytes) : this.#body.platforms.text();
    }

    override async json(): Promise<unknown> {
      return JSON.parse(await this.text()) as unknown;
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      return this.#body.copied();
    }

    override async bytes(): Promise<BodyData> {
      return new Uint8Array(await this.arrayBuffer());
    }

    override blob(): Promise<Blob> {
      return this.#body.platforms.blob();
    }

    override formData(): Promise<FormData> {
      return this.#body.platforms.formData();
    }
  };
}

/**
 * Builds the response on platforms such as React Native, whose Response has assignable properties and decodes bytes as
 * Latin-1.
 */
function written(facts: ResponseFacts, headers: Headers, bytes: BodyData | null, age?: string): Response {
  const { url, type, status, statusText } = facts;
  const made = new Response(bytes, nullProto<ResponseInit>({ headers, status, statusText }));
  if (age !== undefined) made.headers.set('age', age);
  const text = async (): Promise<string> => (bytes ? new TextDecoder().decode(await made.arrayBuffer()) : '');
  const json = async (): Promise<unknown> => JSON.parse(await text()) as unknown;
  const clone = (): Response => {
    if (made.bodyUsed) throw new TypeError('The body has been read.');
    return written(facts, made.headers, bytes);
  };
  return Object.assign(made, { url, type, text, json, clone });
}

let known: KeptClass | undefined;

/** The class is created with the first response: some runtimes define `Response` late. */
const kept = (...given: ConstructorParameters<KeptClass>): Response =>
  'url' in Response.prototype ? new (known ??= keptClass())(...given) : written(...given);

/** Statuses whose responses have no body. */
const BODILESS = [204, 205, 304];

const inSeconds = (ms: number): string => String(Math.max(Math.floor(ms / 1000), 0));

/**
 * Builds a response from a stored one.
 *
 * @param age Age in milliseconds; undefined for a response that has just arrived from the server.
 * @param own Headers to use instead of the stored ones.
 */
export function answerOf(
  stored: Stored,
  age: number | undefined,
  method = 'GET',
  own = stored.headers,
): Response {
  const bytes = method === 'HEAD' || BODILESS.includes(stored.status) ? null : (stored.body as BodyData);
  return kept(stored, own, bytes, age === undefined ? undefined : inSeconds(age));
}

/** Headers that a 304 includes. RFC 9110, 15.4.5. */
const OF_304 = ['cache-control', 'content-location', 'date', 'etag', 'expires', 'last-modified', 'vary'];

/** Builds a 304 for a caller that already has the stored response. */
export function notModified(stored: Stored, age: number): Response {
  const headers = new Headers({ age: inSeconds(age) });
  for (const name of OF_304) {
    const value = stored.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const { url, type } = stored;
  return kept({ url, type, status: 304, statusText: 'Not Modified' }, headers, null);
}

/** Builds the 504 for `only-if-cached` without a stored response. RFC 9111, 5.2.1.7. */
export const gatewayTimeout = (url: string): Response =>
  kept({ url, type: 'default', status: 504, statusText: 'Gateway Timeout' }, new Headers(), null);
