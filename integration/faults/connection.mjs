import { once } from 'node:events';

const HEAD_END = '\r\n\r\n';
const KEPT_BODY = 100_000;

/** @returns {{ method: string, path: string, headers: Record<string, string>, body: string, size: number }} */
const parseHead = (text) => {
  const [line, ...fields] = text.split('\r\n');
  const [method, path] = line.split(' ');
  const pairs = fields.map((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  return { method, path, headers: Object.fromEntries(pairs), body: '', size: 0 };
};

/** The server side of a TCP connection. It reads requests as far as a row needs, and writes any bytes of a row. */
export class Connection {
  /** The current request. */
  request;
  #socket;
  #unread = Buffer.alloc(0);
  #onHead;
  #onRequest;

  /**
   * @param {import('node:net').Socket} socket
   * @param {{ head(connection: Connection): void, request(connection: Connection): void }} on
   */
  constructor(socket, on) {
    this.#socket = socket;
    this.#onHead = on.head;
    this.#onRequest = on.request;
    // Ignore errors: connection resets are part of the tests.
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => this.#take(chunk));
    // Close when the client closes its half, so that the tests notice which connections the client closes.
    socket.on('end', () => socket.destroy());
  }

  get isOpen() {
    return !this.#socket.destroyed;
  }

  get socket() {
    return this.#socket;
  }

  /** Resolves when the system accepted the bytes, or the connection is closed. */
  write(data) {
    return new Promise((resolve) => {
      if (this.isOpen) this.#socket.write(data, () => resolve());
      else resolve();
    });
  }

  /** Writes one piece every `ms` milliseconds, until all are written or the client closes the connection. */
  async drip(pieces, ms) {
    const closed = this.closed();
    for (const piece of pieces) {
      if (!this.isOpen) return;
      await this.write(piece);
      await Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), closed]);
    }
  }

  /** Writes as fast as the client reads, without buffering. */
  async pour(pieces) {
    const closed = this.closed();
    for (const piece of pieces) {
      if (!this.isOpen) return;
      if (this.#socket.write(piece)) continue;
      await Promise.race([once(this.#socket, 'drain').catch(() => undefined), closed]);
    }
  }

  /** Sends FIN after the written bytes. */
  end(data) {
    if (this.isOpen) this.#socket.end(data);
  }

  /** Sends RST. */
  reset() {
    if (this.isOpen) this.#socket.resetAndDestroy();
  }

  destroy() {
    this.#socket.destroy();
  }

  closed() {
    return this.isOpen ? new Promise((resolve) => this.#socket.once('close', resolve)) : Promise.resolve();
  }

  #take(chunk) {
    if (!this.request) {
      this.#unread = Buffer.concat([this.#unread, chunk]);
      const end = this.#unread.indexOf(HEAD_END);
      if (end < 0) return;
      this.request = parseHead(this.#unread.toString('latin1', 0, end));
      chunk = this.#unread.subarray(end + HEAD_END.length);
      this.#unread = Buffer.alloc(0);
      this.#onHead(this);
    }
    this.#takeBody(chunk);
  }

  #takeBody(chunk) {
    const { request } = this;
    request.size += chunk.length;
    if (request.body.length < KEPT_BODY) request.body += chunk.toString('latin1');
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    const whole = coding ? request.body.endsWith('0\r\n\r\n') : request.size >= Number(length);
    if (!whole || request.whole) return;
    request.whole = true;
    this.request = undefined;
    this.#onRequest(this, request);
  }
}
