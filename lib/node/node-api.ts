import * as buffer from 'node:buffer';
import * as dns from 'node:dns';
import * as net from 'node:net';
import * as stream from 'node:stream';
import * as timers from 'node:timers';
import * as zlib from 'node:zlib';

// The parts of Node's API that this folder uses.

/** Node's `Buffer`. */
export interface NodeBuffer extends Uint8Array<ArrayBuffer> {
  toString(encoding?: 'utf8' | 'latin1'): string;
}

/** A stream that is read by iteration. */
export interface Duplex extends AsyncIterable<Uint8Array> {
  destroy(error?: Error): void;
}

/** A stream that undici reads and sends. */
export interface Upload extends AsyncIterable<Uint8Array> {
  push(chunk: Uint8Array | null): boolean;
  destroy(reason?: unknown): void;
  on(event: 'error', listener: () => void): this;
}

export interface UploadOptions {
  readonly highWaterMark: number;
  /** Called for each chunk that there is room for. */
  readonly read: () => void;
  /** Called once, at the end too. */
  readonly destroy: (reason: unknown, done: (reason: unknown) => void) => void;
}

export interface ZlibOptions {
  readonly flush?: number | undefined;
  readonly finishFlush?: number | undefined;
  readonly maxOutputLength?: number;
  readonly params?: Readonly<Record<number, number>>;
}

export type Inflater = (options: ZlibOptions) => Duplex;
export type SyncInflater = (bytes: Uint8Array, options: ZlibOptions) => NodeBuffer;

interface NodeBufferClass {
  allocUnsafe(size: number): NodeBuffer;
  byteLength(text: string): number;
  concat(list: readonly Uint8Array[], size: number): NodeBuffer;
  from(copied: Uint8Array | string): NodeBuffer;
}

/**
 * Looks up the addresses of a host name, as `dns.lookup` does: all of them with the option `all`, otherwise
 * the first.
 */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: unknown, found?: unknown, family?: number) => void,
) => unknown;

export interface LookupOptions {
  readonly all?: boolean;
}

/**
 * A set of IP addresses. Treats `::ffff:a.b.c.d` as the IPv4 address. `check` returns false for any other
 * string.
 */
export interface Addresses {
  addSubnet(address: string, prefix: number, type: 'ipv4' | 'ipv6'): void;
  check(address: string, type: 'ipv4' | 'ipv6'): boolean;
}

interface DnsModule {
  readonly lookup: Lookup;
}

interface NetModule {
  readonly BlockList: new () => Addresses;
  readonly isIP: (text: string) => 0 | 4 | 6;
}

interface StreamModule {
  readonly Readable: new (options: UploadOptions) => Upload;
  readonly isDisturbed: (stream: ReadableStream) => boolean;
  readonly pipeline: (steps: readonly AsyncIterable<Uint8Array>[], done: (error?: unknown) => void) => Duplex;
}

interface TimersModule {
  readonly setImmediate: (task: () => void) => void;
  readonly setTimeout: (task: () => void, delay: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

interface ZlibModule {
  readonly constants: Readonly<Record<string, number>>;
  readonly createBrotliDecompress: Inflater;
  readonly createGunzip: Inflater;
  readonly createInflate: Inflater;
  readonly createInflateRaw: Inflater;
  /** Node 22.15 and later. */
  readonly createZstdDecompress?: Inflater;
  readonly brotliDecompressSync: SyncInflater;
  readonly gunzipSync: SyncInflater;
  readonly inflateSync: SyncInflater;
  readonly inflateRawSync: SyncInflater;
  readonly zstdDecompressSync?: SyncInflater;
}

export const { Buffer } = buffer as unknown as { readonly Buffer: NodeBufferClass };
// Don't import node:process: the import opens standard input.
export const nextTick = (task: () => void): void =>
  (globalThis as unknown as { process: { nextTick(task: () => void): void } }).process.nextTick(task);
export const nodeDns = dns as unknown as DnsModule;
export const nodeNet = net as unknown as NetModule;
export const { isDisturbed, pipeline, Readable } = stream as unknown as StreamModule;
export const { setImmediate, setTimeout, clearTimeout } = timers as unknown as TimersModule;
export const nodeZlib = zlib as unknown as ZlibModule;
