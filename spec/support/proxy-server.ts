import { createServer, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';

export interface ProxyServer {
  readonly url: string;
  /** What it was asked for: hosts to tunnel to, and URLs to fetch. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** An HTTP proxy on the loopback that tunnels and forwards; every host is the loopback to it. */
export const startProxy = async (): Promise<ProxyServer> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { port, pathname } = new URL(request.url ?? '');
    const { method = 'GET', headers } = request;
    const onward = send({ host: '127.0.0.1', port, path: pathname, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      // An answer that breaks off has to break off here too.
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
    for (const end of [onward, socket]) end.on('error', () => [onward, socket].map((each) => each.destroy()));
    server.once('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.emit('close');
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
