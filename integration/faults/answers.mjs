/** Raw responses of servers. Each is a complete response, or its comment names the missing part. */

export const CRLF = '\r\n';

/** A body that every row's endpoint accepts as data. */
export const OK = '{"ok":true}';

/**
 * A status line and header fields, with the empty line that ends them.
 *
 * @param {string} status For example `200 OK`.
 * @param {Record<string, string | number>} fields
 */
export const head = (status, fields = {}) =>
  [`HTTP/1.1 ${status}`, ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`), '', ''].join(
    CRLF,
  );

/** A complete response. It closes its connection, unless `keepAlive` is set, so that no idle connection remains. */
export const answer = (status = '200 OK', body = OK, { keepAlive = false, ...fields } = {}) =>
  Buffer.concat([
    Buffer.from(
      head(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(keepAlive ? {} : { connection: 'close' }),
        ...fields,
      }),
    ),
    Buffer.from(body),
  ]);

/** A complete redirect response without a body. */
export const redirect = (location, status = '302 Found') =>
  head(status, {
    ...(location === undefined ? {} : { location }),
    'content-length': 0,
    connection: 'close',
  });

/** One chunk of a chunked body. */
export const chunk = (data) => `${Buffer.byteLength(data).toString(16)}${CRLF}${data}${CRLF}`;

export const LAST_CHUNK = `0${CRLF}${CRLF}`;

/** The head of a response with a chunked body. */
export const chunkedHead = (status = '200 OK', fields = {}) =>
  head(status, { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...fields });

/** The head of a response with this Content-Length. */
export const sizedHead = (length, status = '200 OK') =>
  head(status, { 'content-type': 'application/json', 'content-length': length, connection: 'close' });
