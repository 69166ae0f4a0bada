import type { Message, ToolCall } from './openai.js';

/** The tools that the model can call. */
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

/** Runs a tool. The model writes the arguments, so they can be anything. */
export function callTool({ id, function: { name, arguments: text } }: ToolCall): Message {
  let outcome: unknown;
  try {
    if (name !== 'get_weather') throw new Error(`Unknown tool ${name}.`);
    outcome = getWeather(JSON.parse(text) as { city: string });
  } catch (thrown) {
    outcome = { error: String(thrown) };
  }
  return { role: 'tool', tool_call_id: id, content: JSON.stringify(outcome) };
}
