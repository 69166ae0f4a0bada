import { createServer, type Socket, type AddressInfo } from 'node:net';

export interface RawServer {
  readonly url: string;
  /** What each connection sent so far, byte for byte, as latin1. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

/** A server that reads bytes and no HTTP, and answers each connection with an empty JSON object after its first ones. */
export const startRawServer = async (): Promise<RawServer> => {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const at = received.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received[at] = `${received[at]}${bytes.toString('latin1')}`;
      if (received[at].includes('\r\n\r\n'))
        socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
