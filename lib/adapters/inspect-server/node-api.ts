import * as crypto from 'node:crypto';
import * as http from 'node:http';

// What this adapter uses of Node, and no more.

/** A request that came. */
export interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly host?: string };
}

/** The answer to it. */
export interface Outgoing {
  /** None as long as the answer to a request before it is on its way. */
  readonly socket: object | null;
  writeHead(status: number, headers: Readonly<Record<string, string>>): this;
  /** False once more is waiting than the connection takes at once. */
  write(text: string): boolean;
  end(text?: string): void;
  on(event: 'close' | 'drain', listener: () => void): this;
}

/** A server of HTTP/1.1. */
export interface Server {
  listen(port: number, host: string): this;
  once(event: 'error', listener: (error: unknown) => void): this;
  once(event: 'listening', listener: () => void): this;
  address(): { readonly port: number };
  close(listener: () => void): this;
  closeAllConnections(): void;
}

interface HttpModule {
  readonly createServer: (listener: (request: Incoming, response: Outgoing) => void) => Server;
}

interface CryptoModule {
  readonly randomBytes: (size: number) => { toString(encoding: 'base64url'): string };
  readonly timingSafeEqual: (one: Uint8Array, other: Uint8Array) => boolean;
}

export const { createServer } = http as unknown as HttpModule;
export const { randomBytes, timingSafeEqual } = crypto as unknown as CryptoModule;
