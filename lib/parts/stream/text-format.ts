import type { OpenBody } from '../../core/seats.js';
import {
  type ContentOptions,
  type FailedItem,
  type Format,
  type Framing,
  isUntil,
  type Item,
  itemOf,
  type NoItem,
  readMaxItemSize,
  type SizeOption,
  type UntilOption,
} from '../../streaming.js';

/** What the formats of texts read of their options. */
export type TextOptions = ContentOptions & SizeOption & UntilOption<Item<never>>;

/** Items that are texts, each of which becomes a value. */
export abstract class TextFormat<TRaw> implements Format<TRaw, Item<unknown>> {
  readonly hasEndMark: boolean;
  readonly failure = undefined;
  protected readonly maxItemSize: number;
  readonly #options: TextOptions;

  /** @param owner The function that has the options, for messages. */
  constructor(owner: string, options: TextOptions) {
    this.#options = options;
    this.maxItemSize = readMaxItemSize(owner, options);
    this.hasEndMark = typeof options.until === 'string';
  }

  abstract frame(): Framing<TRaw>;

  abstract item(raw: TRaw, body: OpenBody): Item<unknown> | NoItem | Promise<Item<unknown>>;

  isLast(item: Item<unknown>): boolean {
    return isUntil<Item<never>>(this.#options.until, item as Item<never>);
  }

  failed(error: FailedItem['error']): FailedItem {
    return { data: null, error, ended: true };
  }

  protected itemOfText(text: string, body: OpenBody): Item<unknown> | NoItem | Promise<Item<unknown>> {
    return text === this.#options.until ? 'end mark' : itemOf(text, this.#options, body);
  }
}
