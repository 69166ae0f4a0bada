import { createSecureServer } from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export interface TlsServer {
  readonly url: string;
  /** The certificate that a client has to trust. */
  readonly ca: string;
  close(): Promise<void>;
}

/** A server for HTTP/2 and HTTP/1.1 on the loopback, with a certificate for `localhost` that it signed itself. */
export const startTlsServer = async (
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TlsServer> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const server = createSecureServer({ key, cert, allowHTTP1: true }, listener as never);
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('secureConnection', (socket) => sessions.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    ca: cert,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
};
