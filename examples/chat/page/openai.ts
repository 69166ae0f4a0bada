// The parts of OpenAI's chat completions API that this page uses.

/** A function that the model wants to call. */
export interface ToolCall {
  id: string;
  type: 'function';
  /** `arguments` is a JSON string. It is complete only when the response is. */
  function: { name: string; arguments: string };
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
  /** For the role `tool`: the id of the tool call that this message is the result of. */
  readonly tool_call_id?: string;
}

export interface Prompt {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream: true;
  readonly tools: readonly unknown[];
}

/** A piece of a tool call. The first piece of an index has the id and the name, later pieces have more arguments. */
export interface ToolCallDelta {
  readonly index: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

export interface Delta {
  readonly content?: string | null;
  readonly tool_calls?: readonly ToolCallDelta[];
}

/** One event: a piece of the response, or an error in the middle of it. */
export type Chunk =
  | { readonly choices: readonly { readonly delta: Delta }[]; readonly error?: undefined }
  | { readonly error: { readonly message: string } };
