import { InvalidInputError } from '../platform/errors.js';

/** Custom JSON functions, on a client and on its endpoints. */
export interface JsonOptions {
  /**
   * Parses the text of a JSON body, also of error bodies, but not an empty body. The text has no byte order mark.
   * Default: `JSON.parse`. If it throws or isn't a function: a `'parse'` error on a 2xx; on an error response, a null
   * body with the text as `rawBody`.
   */
  parseJson?: ((text: string, response: Response) => unknown) | null | undefined;
  /**
   * Serializes a value to a JSON body. Default: `JSON.stringify`. If it throws, doesn't return a string or isn't a
   * function: a `'network'` error, and nothing is sent.
   */
  stringifyJson?: ((value: unknown) => string) | null | undefined;
}

/** How an endpoint reads and writes JSON. */
export class JsonFormat {
  /** The function that parses JSON; undefined for the platform's. */
  readonly parseJson: JsonOptions['parseJson'];
  /** The function that serializes JSON; undefined for the platform's. */
  readonly stringifyJson: JsonOptions['stringifyJson'];

  /** @param endpoint Each of its functions wins over the client's. */
  constructor(endpoint: JsonOptions = {}, client: JsonOptions = {}) {
    this.parseJson = endpoint.parseJson ?? client.parseJson;
    this.stringifyJson = endpoint.stringifyJson ?? client.stringifyJson;
  }

  /** The name of the expected format, for messages. */
  get name(): string {
    return this.parseJson ? 'data' : 'JSON';
  }

  /** Returns the parsed value, or a promise of it. Throws if the text can't be parsed. */
  parse(text: string, response: Response): unknown {
    // A byte order mark isn't part of the text (RFC 8259, 8.1).
    const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
    return this.parseJson ? this.parseJson(content, response) : JSON.parse(content);
  }

  /**
   * Serializes a value; undefined if JSON can't represent it. Throws an InvalidInputError for a circular structure or a
   * BigInt.
   *
   * @param name Names the value in the message.
   */
  stringify(name: string, value: unknown): string | undefined {
    if (this.stringifyJson) {
      const text: unknown = this.stringifyJson(value);
      if (typeof text === 'string') return text;
      throw InvalidInputError.of('stringifyJson result', text, 'a string');
    }
    try {
      return JSON.stringify(value);
    } catch (thrown) {
      // An error that the caller's `toJSON()` throws is passed on.
      if (!(thrown instanceof TypeError)) throw thrown;
      const sentence = `${name} can't be converted to JSON: pass plain data without BigInt or circular references.`;
      throw new InvalidInputError(sentence, { cause: thrown });
    }
  }
}
