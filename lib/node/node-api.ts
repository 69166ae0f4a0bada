import * as buffer from 'node:buffer';
import * as stream from 'node:stream';
import * as timers from 'node:timers';
import * as zlib from 'node:zlib';

// What this room uses of Node, and no more.

/** Node's `Buffer`. */
export interface Bytes extends Uint8Array<ArrayBuffer> {
  toString(encoding?: 'utf8' | 'latin1'): string;
}

/** A stream that is read by iterating it. */
export interface Duplex extends AsyncIterable<Uint8Array> {
  destroy(error?: Error): void;
}

export interface ZlibOptions {
  readonly flush?: number | undefined;
  readonly finishFlush?: number | undefined;
  readonly maxOutputLength?: number;
  readonly params?: Readonly<Record<number, number>>;
}

export type Inflater = (options: ZlibOptions) => Duplex;
export type SyncInflater = (bytes: Uint8Array, options: ZlibOptions) => Bytes;

interface BufferClass {
  byteLength(text: string): number;
  concat(list: readonly Uint8Array[], size: number): Bytes;
  from(copied: Uint8Array | string): Bytes;
}

interface StreamModule {
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
  /** From Node 22.15 on. */
  readonly createZstdDecompress?: Inflater;
  readonly brotliDecompressSync: SyncInflater;
  readonly gunzipSync: SyncInflater;
  readonly inflateSync: SyncInflater;
  readonly inflateRawSync: SyncInflater;
  readonly zstdDecompressSync?: SyncInflater;
}

export const { Buffer } = buffer as unknown as { readonly Buffer: BufferClass };
// Not from node:process: importing that opens the process's standard input.
export const nextTick = (task: () => void): void =>
  (globalThis as unknown as { process: { nextTick(task: () => void): void } }).process.nextTick(task);
export const { isDisturbed, pipeline } = stream as unknown as StreamModule;
export const { setImmediate, setTimeout, clearTimeout } = timers as unknown as TimersModule;
export const nodeZlib = zlib as unknown as ZlibModule;
