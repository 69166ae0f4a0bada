import { createServer } from 'node:net';
import { listen, type LocalServer } from './start-server.cjs';

export interface RawServer extends LocalServer {
  /** The received bytes of each connection, as latin1. */
  readonly received: readonly string[];
}

const EMPTY = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}';

/**
 * A server that reads bytes instead of HTTP, and responds on each connection with this string after a request's
 * head.
 */
export const startRawServer = async (answer = EMPTY): Promise<RawServer> => {
  const received: string[] = [];
  const server = createServer((socket) => {
    const at = received.push('') - 1;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received[at] = `${received[at]}${bytes.toString('latin1')}`;
      if (received[at].includes('\r\n\r\n')) socket.end(answer, 'latin1');
    });
  });
  return { ...(await listen(server)), received };
};
