import { setTimeout } from 'node:timers/promises';
import { answer } from '../chat/model.mjs';

const PAUSE = 5;

/** A response that is written event by event, and stops if the client disconnects. */
const streamed = (events) => ({
  headers: { 'content-type': 'text/event-stream' },
  write: async (response) => {
    for (const event of events) {
      await setTimeout(PAUSE);
      if (response.destroyed) return;
      if (event === 'cut') {
        response.destroy();
        return;
      }
      response.write(event);
    }
    response.end();
  },
});

const unnamed = (data) => `data: ${JSON.stringify(data)}\n\n`;
const named = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Events in the format of OpenAI's chat completions API. */
function* completions(prompt) {
  for (const piece of answer(prompt)) {
    yield piece === 'cut' ? piece : unnamed(piece);
    if (piece.error) return;
  }
  yield 'data: [DONE]\n\n';
}

/** The pieces of a model's output, independent of the API: text, the start of a tool call, its arguments, an error. */
function* piecesOf(prompt) {
  for (const { choices = [], error } of answer(prompt)) {
    if (error) yield { error };
    for (const { delta } of choices) {
      if (delta.content) yield { text: delta.content };
      for (const { id, function: called } of delta.tool_calls ?? [])
        yield id ? { id, name: called.name } : { json: called.arguments };
    }
  }
}

/** Events in the format of Anthropic's messages API, where each content block has an index. */
function* messages(prompt) {
  const begin = (content_block) => named({ type: 'content_block_start', index, content_block });
  const add = (delta) => named({ type: 'content_block_delta', index, delta });
  let index = 0;
  let stop_reason = 'end_turn';
  yield named({ type: 'message_start', message: { role: 'assistant', content: [] } });
  yield begin({ type: 'text', text: '' });
  yield named({ type: 'ping' });
  for (const { text, id, name, json, error } of piecesOf(prompt)) {
    if (text) yield add({ type: 'text_delta', text });
    if (json) yield add({ type: 'input_json_delta', partial_json: json });
    if (id) {
      stop_reason = 'tool_use';
      yield named({ type: 'content_block_stop', index });
      index += 1;
      yield begin({ type: 'tool_use', id, name, input: {} });
    }
    if (error) return yield named({ type: 'error', error: { ...error, type: 'overloaded_error' } });
  }
  yield named({ type: 'content_block_stop', index });
  yield named({ type: 'message_delta', delta: { stop_reason } });
  yield named({ type: 'message_stop' });
}

/** Events in the format of OpenAI's responses API. */
function* responses({ input }) {
  yield named({ type: 'response.created' });
  for (const { text } of piecesOf({ messages: [{ role: 'user', content: input }] }))
    if (text) yield named({ type: 'response.output_text.delta', delta: text });
  yield named({ type: 'response.completed', response: { status: 'completed' } });
}

/**
 * Adds fake language model services.
 *
 * @param {import('./server.mjs').DemoServer} server
 */
export function addModelRoutes(server) {
  let wasBusy = false;
  server.route('POST /v1/chat/completions', ({ body }) => {
    const prompt = JSON.parse(body);
    if (prompt.messages.at(-1).content.includes('busy') && !wasBusy) {
      wasBusy = true;
      return { status: 429, headers: { 'retry-after': '0' }, json: { error: { message: 'Slow down.' } } };
    }
    return streamed(completions(prompt));
  });
  server.route('POST /v1/messages', ({ body }) => streamed(messages(JSON.parse(body))));
  server.route('POST /v1/responses', ({ body }) => streamed(responses(JSON.parse(body))));
}
