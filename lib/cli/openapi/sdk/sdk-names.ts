/** Names of the files of an SDK. Names that types of the document have already are changed. */
export class SdkNames {
  readonly className: string;
  /** Whether the files have comments. */
  readonly docs: boolean;
  readonly #taken: ReadonlySet<string>;

  /** @param taken Names of the document's types. */
  constructor(className: string, docs: boolean, taken: ReadonlySet<string>) {
    this.className = className;
    this.docs = docs;
    this.#taken = taken;
  }

  /** The type of a call. */
  get promise(): string {
    return this.#own(`${this.className}Promise`);
  }

  /** The type of a list. */
  get pages(): string {
    return this.#own(`${this.className}Pages`);
  }

  /** The type of a call's options. */
  get options(): string {
    return this.#taken.has('RequestOptions')
      ? this.#own(`${this.className}RequestOptions`)
      : 'RequestOptions';
  }

  /** All names of types in the files, in addition to those of the document. */
  get all(): readonly string[] {
    const fixed =
      'ApiClient ItemAt ResourceErrors Resources SdkApi SdkPages SdkPromise SdkRequestOptions WebhookEvent';
    return [this.className, this.promise, this.pages, this.options, this.error, ...fixed.split(' ')];
  }

  /** The base class of all errors. */
  get error(): string {
    return this.#own(`${this.className}Error`);
  }

  #own(name: string): string {
    return this.#taken.has(name) ? `${name}_` : name;
  }
}
