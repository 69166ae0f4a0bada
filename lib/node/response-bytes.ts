import { bodyError } from '../core/platform/errors.js';
import { Buffer, type NodeBuffer } from './node-api.js';

/** The bytes of a response body, for a single reader. */
export interface ResponseBytes {
  /** Reason why the body failed; undefined if it hasn't failed. */
  readonly failure: { readonly reason: unknown } | undefined;
  /** Resolves with the next chunk; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** Resolves with the result of `made` for all bytes. The promise keeps the body alive. */
  whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T>;
  /** Drops the remaining bytes. */
  cancel(reason?: unknown): void;
  /** Registers a listener that is called once, if the body fails while no read is pending. */
  whenFailed(listener: (reason: unknown) => void): void;
  /** Sets the object that must be alive for the body to be read, until the whole body is read. */
  ownedBy(owner: object): void;
}

/** The body of a call that can be aborted until it has been read. The call ends with the body. */
export interface TrackedBytes extends ResponseBytes {
  /** Bytes read so far. */
  readonly size: number;
  /** Whether nothing is left to read, for any reason. */
  readonly isOver: boolean;
  /** Whether the body was read to its end. */
  readonly isComplete: boolean;
  /** Drops the remaining bytes. Reads reject with the reason. */
  fail(reason: unknown): void;
}

/** Returns the bytes unchanged. */
export const unchanged = (bytes: Uint8Array): Uint8Array => bytes;

/** Creates the error for a body above the limit. It names the limit and how to raise it. */
export function sizeError(limit: number): TypeError {
  return bodyError(
    `The response body exceeds ${limit} bytes: raise the limit with nodeFetch({ maxResponseSize }).`,
  );
}

/** Bytes. Smaller chunks are copied: each chunk would keep an object and the socket's buffer alive. */
const SMALL = 16 * 1024;
/** Size of the buffers for small chunks, in bytes. It grows with the buffered bytes. */
const LEAST_BLOCK = 1024;
const MOST_BLOCK = 64 * 1024;

/**
 * Chunks that were received and not yet read. Small chunks are merged, so the memory use is close to their
 * bytes.
 */
export class ChunkQueue {
  #pieces: Uint8Array[] = [];
  /** The last buffer, to which small chunks are added. */
  #block: NodeBuffer | undefined;
  #filled = 0;
  #size = 0;

  /** Buffered bytes. */
  get size(): number {
    return this.#size;
  }

  push(chunk: Uint8Array): void {
    const { length } = chunk;
    // Don't copy the first chunk: most bodies have only one.
    if (length >= SMALL || this.#size === 0) this.#keep(chunk);
    else this.#add(chunk);
    this.#size += length;
  }

  shift(): Uint8Array | undefined {
    this.#close();
    const piece = this.#pieces.shift();
    if (piece) this.#size -= piece.length;
    return piece;
  }

  clear(): void {
    this.#pieces = [];
    this.#block = undefined;
    this.#size = 0;
  }

  /** Returns all bytes in one chunk. */
  takeAll(): Uint8Array {
    this.#close();
    const pieces = this.#pieces;
    const size = this.#size;
    this.clear();
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, size);
  }

  #keep(piece: Uint8Array): void {
    this.#close();
    if (piece.length === 0) return;
    this.#pieces.push(piece);
  }

  #add(piece: Uint8Array): void {
    if (!this.#block || this.#filled + piece.length > this.#block.length) this.#open(piece.length);
    this.#block?.set(piece, this.#filled);
    this.#filled += piece.length;
  }

  /** Starts a buffer with this many free bytes, and moves the last small chunk into it. */
  #open(room: number): void {
    this.#close();
    const before = this.#pieces.at(-1);
    const start = before && before.length < SMALL ? before : undefined;
    if (start) this.#pieces.pop();
    this.#filled = start?.length ?? 0;
    const fitting = Math.min(Math.max(2 * this.#size, LEAST_BLOCK), MOST_BLOCK);
    this.#block = Buffer.allocUnsafe(Math.max(fitting, this.#filled + room));
    if (start) this.#block.set(start);
  }

  #close(): void {
    if (this.#block) this.#pieces.push(this.#block.subarray(0, this.#filled));
    this.#block = undefined;
  }
}

/** Reads all chunks and joins them. */
export async function joined(next: () => Promise<Uint8Array | undefined>): Promise<Uint8Array> {
  const all = new ChunkQueue();
  for (let piece = await next(); piece; piece = await next()) all.push(piece);
  return all.takeAll();
}

const HASH = /^(sha256|sha384|sha512)-([^?]*)/i;

interface Hash {
  readonly algorithm: string;
  readonly value: string;
}

/** Converts to the standard alphabet and removes the padding. */
const plainBase64 = (text: string): string =>
  text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');

/** Returns the hashes with the strongest algorithm. Ignores invalid hashes, by the standard. */
const strongest = (integrity: string): readonly Hash[] => {
  const hashes: Hash[] = [];
  for (const token of integrity.split(/\s+/)) {
    const [, algorithm, value] = HASH.exec(token) ?? [];
    if (algorithm === undefined || value === undefined) continue;
    hashes.push({ algorithm: algorithm.toLowerCase(), value: plainBase64(value) });
  }
  const best = hashes.reduce((most, { algorithm }) => (algorithm > most ? algorithm : most), '');
  return hashes.filter(({ algorithm }) => algorithm === best);
};

/** Whether the bytes match a hash of an `integrity` option, or the option has no valid hash. */
const matchesIntegrity = async (integrity: string, bytes: Uint8Array): Promise<boolean> => {
  const [first, ...others] = strongest(integrity);
  if (!first) return true;
  const digest = await crypto.subtle.digest(first.algorithm.replace('sha', 'SHA-'), new Uint8Array(bytes));
  const actual = plainBase64(btoa(String.fromCharCode(...new Uint8Array(digest))));
  return [first, ...others].some(({ value }) => value === actual);
};

/** Reads all bytes of a body and rejects if they match no hash. Like fetch, it must read the body first. */
export async function checkedWhole(bytes: ResponseBytes | null, integrity: string): Promise<Uint8Array> {
  const whole = await bytes?.whole(unchanged);
  if (whole && (await matchesIntegrity(integrity, whole))) return whole;
  throw new Error('integrity mismatch');
}
