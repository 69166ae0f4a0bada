import { InvalidInputError } from '../platform/errors.js';

/** Functions of the user's own for JSON, on a client and on its endpoints. */
export interface JsonOptions {
  /**
   * Makes data of the text of a JSON body, of errors too; never asked for an empty one. Its text has no byte order
   * mark. Default: `JSON.parse`. What it throws: a `'parse'` error on a 2xx; on an error a null body, with the text as
   * `rawBody`. No function: the same.
   */
  parseJson?: ((text: string, response: Response) => unknown) | null | undefined;
  /**
   * Makes the text of a JSON body. Default: `JSON.stringify`. What it throws, anything but text, and no function: a
   * `'network'` error, and nothing is sent.
   */
  stringifyJson?: ((value: unknown) => string) | null | undefined;
}

/** How an endpoint reads and writes JSON. */
export class JsonFormat {
  /** Undefined for the platform's. */
  readonly parseJson: JsonOptions['parseJson'];
  /** Undefined for the platform's. */
  readonly stringifyJson: JsonOptions['stringifyJson'];

  /** @param endpoint Its functions win over those of the client, one by one. */
  constructor(endpoint: JsonOptions = {}, client: JsonOptions = {}) {
    this.parseJson = endpoint.parseJson ?? client.parseJson;
    this.stringifyJson = endpoint.stringifyJson ?? client.stringifyJson;
  }

  /** What a text has to be: JSON, or what somebody's own function takes. */
  get name(): string {
    return this.parseJson ? 'data' : 'JSON';
  }

  /** The value that a text stands for, or a promise of it; throws for what stands for none. */
  parse(text: string, response: Response): unknown {
    // A byte order mark is no part of the text (RFC 8259, 8.1).
    const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
    return this.parseJson ? this.parseJson(content, response) : JSON.parse(content);
  }

  /**
   * The text of a value; undefined where JSON has none for it. Throws a InvalidInputError for a circular structure or a BigInt.
   *
   * @param name What the value is, for the message.
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
      // What a toJSON() of the caller's throws is the caller's.
      if (!(thrown instanceof TypeError)) throw thrown;
      const sentence = `${name} can't be converted to JSON: pass plain data without BigInt or circular references.`;
      throw new InvalidInputError(sentence, { cause: thrown });
    }
  }
}
