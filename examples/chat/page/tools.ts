import type { Message, ToolCall } from './openai.js';

/** What the model may ask for. */
export const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];

const getWeather = ({ city }: { city: string }) => ({ city, sky: 'clear', celsius: city.length + 12 });

/** Does what the model asks for. Its arguments are what it made up: they may be anything. */
export function callTool({ id, function: { name, arguments: text } }: ToolCall): Message {
  let outcome: unknown;
  try {
    if (name !== 'get_weather') throw new Error(`There is no tool ${name}.`);
    outcome = getWeather(JSON.parse(text) as { city: string });
  } catch (thrown) {
    outcome = { error: String(thrown) };
  }
  return { role: 'tool', tool_call_id: id, content: JSON.stringify(outcome) };
}
