import * as crypto from 'node:crypto';
import * as http from 'node:http';

// The parts of Node's API that this adapter uses.

/** A received request. */
export interface InspectorRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly host?: string };
}

/** The response to a request. */
export interface InspectorResponse {
  /** Null while the response to an earlier request on the connection is being sent. */
  readonly socket: object | null;
  writeHead(status: number, headers: Readonly<Record<string, string>>): this;
  /** Returns false when the connection's buffer is full. */
  write(text: string): boolean;
  end(text?: string): void;
  on(event: 'close' | 'drain', listener: () => void): this;
}

/** An HTTP/1.1 server. */
export interface Server {
  listen(port: number, host: string): this;
  once(event: 'error', listener: (error: unknown) => void): this;
  once(event: 'listening', listener: () => void): this;
  address(): { readonly port: number };
  close(listener: () => void): this;
  closeAllConnections(): void;
}

interface HttpModule {
  readonly createServer: (
    listener: (request: InspectorRequest, response: InspectorResponse) => void,
  ) => Server;
}

interface CryptoModule {
  readonly randomBytes: (size: number) => { toString(encoding: 'base64url'): string };
  readonly timingSafeEqual: (one: Uint8Array, other: Uint8Array) => boolean;
}

export const { createServer } = http as unknown as HttpModule;
export const { randomBytes, timingSafeEqual } = crypto as unknown as CryptoModule;
