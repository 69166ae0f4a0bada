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

/** One TCP connection as its server has it: reads requests as far as a row needs, and writes whatever a row says. */
export class Connection {
  /** The request that is being read or answered. */
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
    // Resets are what this is about.
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => this.#take(chunk));
    // Whoever closes his half is done: what a row keeps open must be seen to be closed by the client.
    socket.on('end', () => socket.destroy());
  }

  get isOpen() {
    return !this.#socket.destroyed;
  }

  get socket() {
    return this.#socket;
  }

  /** Resolves when the bytes were handed to the system; also when the connection is gone. */
  write(data) {
    return new Promise((resolve) => {
      if (this.isOpen) this.#socket.write(data, () => resolve());
      else resolve();
    });
  }

  /** Writes the pieces, each `ms` after the one before, until they are used up or the client closes. */
  async drip(pieces, ms) {
    const closed = this.closed();
    for (const piece of pieces) {
      if (!this.isOpen) return;
      await this.write(piece);
      await Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), closed]);
    }
  }

  /** Writes as fast as the client takes it, without piling up. */
  async pour(pieces) {
    const closed = this.closed();
    for (const piece of pieces) {
      if (!this.isOpen) return;
      if (this.#socket.write(piece)) continue;
      await Promise.race([once(this.#socket, 'drain').catch(() => undefined), closed]);
    }
  }

  /** FIN after what was written. */
  end(data) {
    if (this.isOpen) this.#socket.end(data);
  }

  /** RST. */
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
