import type { OpenBody } from '../../core/seats.js';
import type { Framing, Item, NoItem } from '../../streaming.js';
import { LineFraming } from './line-framing.js';
import { TextFormat } from './text-format.js';

/** Each line is an item. */
export class LineFormat extends TextFormat<string> {
  override frame(): Framing<string> {
    return new LineFraming(this.maxItemSize);
  }

  override item(line: string, body: OpenBody): Item<unknown> | NoItem | Promise<Item<unknown>> {
    return this.itemOfText(line, body);
  }
}
