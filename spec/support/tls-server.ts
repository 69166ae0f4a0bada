import { createSecureServer, type Settings } from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { generate } from 'selfsigned';
import { listen, type LocalServer } from './start-server.cjs';

export interface TlsServer extends LocalServer {
  /** The certificate that a client must trust. */
  readonly ca: string;
}

/** A local server for HTTP/2 and HTTP/1.1, with a self-signed certificate for `localhost`. */
export const startTlsServer = async (
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  settings: Settings = {},
): Promise<TlsServer> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const server = createSecureServer({ key, cert, allowHTTP1: true, settings }, listener as never);
  return { ...(await listen(server, { origin: 'https://localhost' })), ca: cert };
};
