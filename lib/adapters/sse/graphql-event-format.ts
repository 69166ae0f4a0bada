import type { OpenBody } from '../../core/seats.js';
import { readExecution } from '../../graphql-results.js';
import { failedItem, isFailed, type Item, itemOf, type NoItem, unparsed } from '../../streaming.js';
import type { EventItem } from './event.js';
import { EventFormat, withFields } from './event-format.js';
import type { EventMemory, RawEvent } from './event-framing.js';
import type { OwnEventsOptions } from './events-options.js';

/** Makes items of the results of an operation: the "distinct connections mode" of GraphQL over server-sent events. */
export class GraphQLEventFormat extends EventFormat {
  readonly #options: OwnEventsOptions;

  constructor(options: OwnEventsOptions, memory: EventMemory) {
    super(options, memory, true);
    this.#options = options;
  }

  protected override made(
    event: RawEvent,
    body: OpenBody,
  ): EventItem<unknown> | NoItem | Promise<EventItem<unknown> | NoItem> {
    if (event.type === 'complete') return 'end mark';
    if (event.type === 'error') return super.made(event, body);
    if (event.type !== 'next') return 'passed over';
    const made = this.#resultOf(event.data, body);
    return made instanceof Promise ? made.then((item) => withFields(item, event)) : withFields(made, event);
  }

  #resultOf(text: string, body: OpenBody): Item<unknown> | Promise<Item<unknown>> {
    const { parse, schema } = this.#options;
    const root = itemOf(text, { parse, schema: undefined }, body) as Item<unknown>;
    if (isFailed(root)) return root;
    const found = readExecution(root.data, () => 'sent');
    if (typeof found === 'string')
      return unparsed(text, body, () => new TypeError(`The result is ${found}.`), `sent ${found}`);
    if (!found.kind) return itemOf(text, { parse: () => found.data, schema }, body);
    const { kind, body: errors, ...told } = found;
    return failedItem(text, () => body.error(kind, errors, told));
  }
}
