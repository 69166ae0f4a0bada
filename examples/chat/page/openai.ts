// What goes to and comes from a service that speaks as OpenAI's chat completions do, as far as this page needs it.

/** A function that the model wants to have called. */
export interface ToolCall {
  id: string;
  type: 'function';
  /** `arguments` is a JSON text, and whole only when the answer is. */
  function: { name: string; arguments: string };
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
  /** Of role `tool`: the call that this is the outcome of. */
  readonly tool_call_id?: string;
}

export interface Prompt {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream: true;
  readonly tools: readonly unknown[];
}

/** A piece of a tool call: the first of an index has its id and name, those after it more of its arguments. */
export interface ToolCallDelta {
  readonly index: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

export interface Delta {
  readonly content?: string | null;
  readonly tool_calls?: readonly ToolCallDelta[];
}

/** One event: a piece of the answer, or what went wrong in the middle of it. */
export type Chunk =
  | { readonly choices: readonly { readonly delta: Delta }[]; readonly error?: undefined }
  | { readonly error: { readonly message: string } };
