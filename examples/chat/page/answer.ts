import type { Delta, Message, ToolCall, ToolCallDelta } from './openai.js';

/** Assembles a response of the model from its pieces. */
export class Answer {
  #text = '';
  readonly #calls: ToolCall[] = [];

  get text(): string {
    return this.#text;
  }

  get message(): Message {
    const message = { role: 'assistant', content: this.#text } as const;
    return this.#calls.length > 0 ? { ...message, tool_calls: this.#calls } : message;
  }

  add({ content, tool_calls = [] }: Delta): void {
    this.#text += content ?? '';
    for (const piece of tool_calls) this.#addToCall(piece);
  }

  #addToCall({ index, id = '', function: { name = '', arguments: more = '' } = {} }: ToolCallDelta): void {
    const call = (this.#calls[index] ??= { id, type: 'function', function: { name, arguments: '' } });
    call.function.arguments += more;
  }
}
