import { jsonText, parseJson, withoutMark } from './json-text.js';
import { Refusal } from '../result/refusal.js';

/** Functions of the user's own for JSON, on a client and on its endpoints. */
export interface JsonOptions {
  /**
   * Makes data of the text of a JSON body, of errors too; never asked for an empty one. Its text has no byte order mark.
   * What it throws makes a 2xx a `'parse'` error, and the body of an error null. Default: `JSON.parse`.
   */
  parseJson?: ((text: string, response: Response) => unknown) | null | undefined;
  /**
   * Makes the text of a JSON body. What it throws, or anything but text, makes the call a `'network'` error, and nothing
   * is sent. Default: `JSON.stringify`.
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

  /** The value that a text stands for; throws for what stands for none. Bound, so that it may be passed around. */
  readonly parse = (text: string, response: Response): unknown => {
    const { parseJson: own } = this;
    return own ? own(withoutMark(text), response) : parseJson(text);
  };

  /**
   * The text of a value; undefined where JSON has none for it.
   *
   * @param name What the value is, for the message.
   */
  stringify(name: string, value: unknown): string | undefined {
    const { stringifyJson: own } = this;
    if (!own) return jsonText(name, value);
    const text: unknown = own(value);
    if (typeof text === 'string') return text;
    throw Refusal.of('What stringifyJson gave', text, 'text');
  }
}
