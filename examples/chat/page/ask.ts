import { Answer } from './answer.js';
import { api } from './api.js';
import type { Message } from './openai.js';
import { tools } from './tools.js';

/** The outcome of a question. An interrupted response keeps the text received so far. */
export interface Outcome {
  readonly message: Message;
  /** Why the response is incomplete; `''` if it is complete. */
  readonly cut: string;
}

/** Sends the question, and reports the text each time it grows. Never rejects. */
export async function ask(
  messages: readonly Message[],
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<Outcome> {
  const answer = new Answer();
  const outcome = (cut: string): Outcome => ({ message: answer.message, cut });

  const { data: chunks, error } = await api.chat(
    { model: 'demo', messages, stream: true, tools },
    { signal },
  );
  if (error) return outcome(error.kind === 'abort' ? 'stopped' : error.message);

  for await (const { data: chunk, error } of chunks) {
    if (error) return outcome(error.kind === 'abort' ? 'stopped' : error.message);
    if (chunk.error) return outcome(chunk.error.message);
    for (const { delta } of chunk.choices) answer.add(delta);
    onText(answer.text);
  }
  return outcome('');
}
