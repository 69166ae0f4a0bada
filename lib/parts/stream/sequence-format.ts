import type { OpenBody } from '../../core/seats.js';
import { type Framing, type Item, type NoItem, unparsed } from '../../streaming.js';
import { SequenceFraming, type SequenceText } from './sequence-framing.js';
import { TextFormat } from './text-format.js';

/** What has an end of its own, so that nothing of it can be missing. */
const isClosedByItself = (text: string): boolean => /^["[{]/.test(text);

/** Each text of a JSON text sequence is an item. */
export class SequenceFormat extends TextFormat<SequenceText> {
  override frame(): Framing<SequenceText> {
    return new SequenceFraming(this.maxItemSize);
  }

  override item(
    { text, isCut }: SequenceText,
    body: OpenBody,
  ): Item<unknown> | NoItem | Promise<Item<unknown>> {
    if (!isCut || isClosedByItself(text)) return this.itemOfText(text, body);
    return unparsed(
      text,
      body,
      () => new SyntaxError('The text may be cut: it has no line feed.'),
      'sent an item that may be cut',
    );
  }
}
