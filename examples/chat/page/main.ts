import { ask } from './ask.js';
import type { Message } from './openai.js';
import { callTool } from './tools.js';

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const [list, form, stop] = [byId('messages'), byId('form'), byId('stop')];
const input = byId('prompt') as HTMLInputElement;

const messages: Message[] = [];
let answering: AbortController | undefined;

/** Adds a line to the conversation. Returns a function that changes its text. */
const addLine = (role: string): ((text: string, note?: string) => void) => {
  const line = document.createElement('li');
  line.className = role;
  const note = document.createElement('small');
  const text = document.createElement('span');
  line.append(text, note);
  list.append(line);
  return (shown, noted = '') => {
    text.textContent = shown;
    note.textContent = noted;
    line.scrollIntoView({ block: 'end' });
  };
};

/** Sends the question, runs the tools that the model requests, and repeats until the model is done. */
const converse = async (signal: AbortSignal): Promise<void> => {
  for (;;) {
    const asked = [...messages];
    const at = messages.length;
    const show = addLine('assistant');
    const keep = (text: string, note?: string): void => {
      messages[at] = { role: 'assistant', content: text };
      show(text || '…', note);
    };
    keep('');
    const { message, cut } = await ask(asked, signal, keep);
    keep(message.content, cut);
    const { tool_calls: calls = [] } = message;
    // Don't run a tool with incomplete arguments, or after a newer question was sent.
    if (cut || calls.length === 0 || answering?.signal !== signal) return;
    messages[at] = message;
    for (const call of calls) {
      const outcome = callTool(call);
      messages.push(outcome);
      addLine('tool')(`${call.function.name}(${call.function.arguments}) → ${outcome.content}`);
    }
  }
};

const answer = async (prompt: string): Promise<void> => {
  const controller = new AbortController();
  answering = controller;
  stop.hidden = false;
  messages.push({ role: 'user', content: prompt });
  addLine('user')(prompt);
  await converse(controller.signal);
  // A newer question might have been sent.
  if (answering === controller) stop.hidden = true;
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (input.value === '') return;
  void answer(input.value);
  input.value = '';
});
stop.addEventListener('click', () => answering?.abort());
document.documentElement.dataset['ready'] = 'yes';
