import { Answer } from './answer.js';
import { api } from './api.js';
import type { Message } from './openai.js';
import { tools } from './tools.js';

/** What came of a question. An answer that was cut is kept as far as it came. */
export interface Outcome {
  readonly message: Message;
  /** Why it is cut; `''` for a whole one. */
  readonly cut: string;
}

/** Asks, and tells of the text each time that there is more of it. Never rejects. */
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
