import { request as send } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { type LocalServer, startServer } from './start-server.cjs';

export interface ProxyServer extends LocalServer {
  /** Its requests: hosts for tunnels, and URLs to forward. */
  readonly asked: string[];
}

/** A local HTTP proxy that tunnels and forwards. It resolves every host to the loopback interface. */
export const startProxy = async (): Promise<ProxyServer> => {
  const asked: string[] = [];
  const { server, ...local } = await startServer((request, response) => {
    asked.push(request.url ?? '');
    const { port, pathname } = new URL(request.url ?? '');
    const { method = 'GET', headers } = request;
    const onward = send({ host: '127.0.0.1', port, path: pathname, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      // A response that breaks must break here too.
      pipeline(answer, response, () => undefined);
    });
    pipeline(request, onward, (error) => error && response.destroy());
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const onward = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    socket.once('close', () => onward.destroy());
    for (const end of [onward, socket]) end.on('error', () => [onward, socket].map((each) => each.destroy()));
  });
  return { ...local, asked };
};
