// Every contender reads the whole body, parses each item and adds up a field. The sum proves that it read every item.
import { fetchEventSource } from '@microsoft/fetch-event-source';
import { createParser } from 'eventsource-parser';
import { events } from '../../dist/sse.js';
import { bytes, jsonLines } from '../../dist/stream.js';
import { build } from './homing.mjs';

const URL = 'https://api.example.com/stream';

const lengthOf = ({ choices }) => choices[0].delta.content.length;

/** Reads with a response reader from homing. */
const homing = (responseType, sizeOf) => {
  const endpoint = build.defineRequest()({ method: 'GET', path: '/stream', responseType });
  return (fetch) => {
    const api = build.createApi({
      baseUrl: 'https://api.example.com',
      fetch,
      requests: { stream: endpoint },
    });
    return async () => {
      const { data: items } = await api.stream();
      let sum = 0;
      for await (const { data, error } of items) {
        if (error) throw error;
        sum += sizeOf(data);
      }
      return sum;
    };
  };
};

/** Reads the chunks of a body with the platform only. */
const readAll = async (response, take) => {
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
  }
};

const bareEvents = (fetch) => async () => {
  let sum = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== '[DONE]') sum += lengthOf(JSON.parse(data));
    },
  });
  await readAll(await fetch(URL), (chunk) => parser.feed(decoder.decode(chunk, { stream: true })));
  return sum;
};

const fetchEventSourceEvents = (fetch) => async () => {
  let sum = 0;
  await fetchEventSource(URL, {
    fetch,
    openWhenHidden: true,
    onmessage: ({ data }) => {
      if (data !== '[DONE]') sum += lengthOf(JSON.parse(data));
    },
    onerror: (thrown) => {
      throw thrown;
    },
  });
  return sum;
};

const bareLines = (fetch) => async () => {
  let sum = 0;
  let rest = '';
  const decoder = new TextDecoder();
  await readAll(await fetch(URL), (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line !== '') sum += lengthOf(JSON.parse(line));
  });
  if (rest !== '') sum += lengthOf(JSON.parse(rest));
  return sum;
};

const bareBytes = (fetch) => async () => {
  let sum = 0;
  await readAll(await fetch(URL), (chunk) => (sum += chunk.byteLength));
  return sum;
};

/** Items that fail, by name: the reader, and the text of the item. */
export const failing = {
  'a line that is not JSON': [jsonLines(), 'what?\n'],
  'an incomplete line': [jsonLines(), '{"a":1,"b":}\n'],
  'an event that is not JSON': [events(), 'data: what?\n\n'],
  'an error event': [events({ until: () => false }), 'event: error\ndata: {"code":"busy"}\n\n'],
};

/** Reads a body to its end and counts the items that failed, by their data or by their errors. */
export const countFailed = (responseType, fetch, hasToLook) => {
  const endpoint = build.defineRequest()({ method: 'GET', path: '/stream', responseType });
  const api = build.createApi({ baseUrl: 'https://api.example.com', fetch, requests: { stream: endpoint } });
  return async () => {
    const { data: items } = await api.stream();
    let count = 0;
    for await (const item of items) if (hasToLook ? item.error !== null : item.data === null) count += 1;
    return count;
  };
};

/**
 * The contenders by name: each function accepts a fetch and returns a function that reads. The first is the
 * baseline.
 */
export const readers = {
  events: {
    'reader, eventsource-parser, JSON.parse': bareEvents,
    '@microsoft/fetch-event-source': fetchEventSourceEvents,
    'homing: events()': homing(events({ until: '[DONE]' }), lengthOf),
  },
  lines: {
    'reader, split, JSON.parse': bareLines,
    'homing: jsonLines()': homing(jsonLines(), lengthOf),
  },
  bytes: {
    'getReader()': bareBytes,
    'homing: bytes()': homing(bytes(), (chunk) => chunk.byteLength),
  },
};
