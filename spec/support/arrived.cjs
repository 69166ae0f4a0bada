const { text } = require('node:stream/consumers');

/**
 * A received request without the parts that differ between runs: the server's address, and the boundary and length of a
 * form. The headers are sorted by name.
 *
 * @param {import('node:http').IncomingMessage} request
 */
exports.arrived = async (request) => {
  const { method, url, rawHeaders } = request;
  const body = await text(request);
  const boundary = /^--(\S+)\r\n/.exec(body)?.[1];
  /** @param {string} value */
  const fixed = (value) => (boundary ? value.replaceAll(boundary, 'BOUNDARY') : value);
  const headers = rawHeaders
    .flatMap((name, at) =>
      at % 2 ? [] : [{ name, key: name.toLowerCase(), value: rawHeaders[at + 1] ?? '' }],
    )
    .filter(({ key }) => !boundary || key !== 'content-length')
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ name, key, value }) => [name, key === 'host' ? 'HOST' : fixed(value)]);
  return { method, url, headers, body: fixed(body) };
};
