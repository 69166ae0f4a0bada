// The client side, for any runtime. Runs the rows, and reports what a developer sees for each.
import { ROWS } from './rows.mjs';

/** The parts that differ between runs. */
const steady = (text) =>
  text
    .replace(/(127\.0\.0\.1|localhost|\[::1\]|::1):\d+/g, '$1:3000')
    .replace(/\(\d+ms/g, '(5ms')
    // OpenSSL's thread number and the path of its source file.
    .replace(/[\dA-F]{8,}:(error:.*?):\.\.[^"]*?\d+:/g, '$1')
    .replace(/verification time \d+/g, 'verification time 1795325698')
    .replace(/port: \d+/g, 'port: 3000');

const rowOf = async ({ name, call, needs }, kit) => {
  if (needs && !kit[needs]) return { name };
  const lines = [];
  const { log } = console;
  console.log = (line) => lines.push(String(line));
  try {
    const { error } = await call(kit);
    if (!error) return { name, message: 'no error' };
    const line = lines.filter((each) => each.includes('←')).at(0) ?? '';
    return {
      name,
      message: steady(error.message),
      json: JSON.parse(steady(JSON.stringify(error))),
      line: steady(line),
    };
  } finally {
    console.log = log;
  }
};

/**
 * @param {{ urls: object, client?: object, proxied?: object }} kit The servers, what every client gets, and the options
 *   of a call through a proxy where there can be one.
 */
export const tellAll = async (kit) => {
  const urls = {
    ...kit.urls,
    https: kit.urls.plain.replace('http:', 'https:').replace('127.0.0.1', 'localhost'),
  };
  const told = [];
  for (const row of ROWS) told.push(await rowOf(row, { ...kit, urls, client: { ...kit.client, log: true } }));
  return told;
};
