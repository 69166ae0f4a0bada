// A mock language model with a few responses, which it streams in pieces.

const TEXT = `Every call resolves with data or an error that is a value. A stream works the same way. Its items arrive while the server sends them, and if the connection breaks, the last item is the error.`;

const OVERLOADED = { error: { message: 'The model is overloaded.', type: 'server_error' } };

const chunk = (delta, finish_reason = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});

function* say(text) {
  for (const [word] of text.matchAll(/\S+\s*/g)) yield chunk({ content: word });
}

/** Sends the id and the name first, then the arguments, split at any position. */
function* callWeather(city) {
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '' } };
  yield chunk({ tool_calls: [call] });
  for (const piece of JSON.stringify({ city }).match(/.{1,4}/g))
    yield chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
  yield chunk({}, 'tool_calls');
}

/** Returns the events of a response; at 'cut', the server breaks the connection. */
export function* answer({ messages }) {
  const { role, content } = messages.at(-1);
  if (role === 'tool') {
    const { city, sky, celsius } = JSON.parse(content);
    yield* say(`In ${city} the sky is ${sky}, at ${celsius} °C.`);
  } else if (/weather in (\w+)/i.test(content)) {
    yield* say('Let me look. ');
    yield* callWeather(/weather in (\w+)/i.exec(content)[1]);
    return;
  } else if (content.includes('fail')) {
    yield* say('I was about to say ');
    yield OVERLOADED;
    return;
  } else if (content.includes('cut')) {
    yield* say('The line is bad, ');
    yield 'cut';
  } else yield* say(TEXT);
  yield chunk({}, 'stop');
}
