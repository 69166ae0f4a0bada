import { bodyError } from '../core/platform/errors.js';
import { Buffer, type Bytes } from './node-api.js';

/** The bytes of a response body, read in one way and by one reader. */
export interface ResponseBytes {
  /** Why no more will come, when that is not the end. */
  readonly failure: { readonly reason: unknown } | undefined;
  /** The next piece; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** What `made` makes of all of them. Whoever waits for that needs to hold nothing else. */
  whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T>;
  /** Nobody wants them any more. */
  cancel(reason?: unknown): void;
  /** Called once, when they fail while nobody waits for a piece. */
  whenFailed(listener: (reason: unknown) => void): void;
  /** Who has to be alive for the rest to be of use, until someone reads the whole. */
  ownedBy(owner: object): void;
}

/** The bytes of a response that a call follows until they are read: they may be aborted, and their end ends the call. */
export interface TrackedBytes extends ResponseBytes {
  /** How many have been handed out. */
  readonly size: number;
  /** Whether nothing is left to read, for whatever reason. */
  readonly isOver: boolean;
  /** Whether they were read to their end. */
  readonly isComplete: boolean;
  /** The rest is lost: whoever reads gets the reason. */
  fail(reason: unknown): void;
}

/** For who wants all bytes as they are. */
export const unchanged = (bytes: Uint8Array): Uint8Array => bytes;

/** Says the cap, and how to raise it. */
export function sizeError(limit: number): TypeError {
  return bodyError(
    `The response body exceeds ${limit} bytes: raise the limit with nodeFetch({ maxResponseSize }).`,
  );
}

/** In bytes. What is smaller is copied: kept as it came, each piece costs an object and the socket's buffer behind it. */
const SMALL = 16 * 1024;
/** What small pieces are copied into, in bytes: it grows with what is held. */
const LEAST_BLOCK = 1024;
const MOST_BLOCK = 64 * 1024;

/** Pieces of a body that have come and were not read yet. However small they came, what they cost is their bytes. */
export class ChunkQueue {
  #pieces: Uint8Array[] = [];
  /** The last of them, to which small ones are added. */
  #block: Bytes | undefined;
  #filled = 0;
  #size = 0;

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  push(chunk: Uint8Array): void {
    const { length } = chunk;
    // The first is kept as it came: most bodies are one piece.
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

  /** All of it in one piece. */
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
    // Not pushed, which makes room for many.
    if (this.#pieces.length === 0) this.#pieces = [piece];
    else this.#pieces.push(piece);
  }

  #add(piece: Uint8Array): void {
    if (!this.#block || this.#filled + piece.length > this.#block.length) this.#open(piece.length);
    this.#block?.set(piece, this.#filled);
    this.#filled += piece.length;
  }

  /** Begins a block with room for so many bytes, after those of a small piece before it. */
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

/** All pieces in one, read until there are no more. */
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

/** In the one alphabet, and without what fills it up. */
const plainBase64 = (text: string): string =>
  text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');

/** The hashes that are named, by the strongest algorithm of those; what is none is passed over, as the standard says. */
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

/** Whether the bytes have one of the hashes of an `integrity` option; also where that names none. */
const matchesIntegrity = async (integrity: string, bytes: Uint8Array): Promise<boolean> => {
  const [first, ...others] = strongest(integrity);
  if (!first) return true;
  const digest = await crypto.subtle.digest(first.algorithm.replace('sha', 'SHA-'), new Uint8Array(bytes));
  const actual = plainBase64(btoa(String.fromCharCode(...new Uint8Array(digest))));
  return [first, ...others].some(({ value }) => value === actual);
};

/** All bytes of a body, when they have one of the hashes. fetch too says so only when it knows: they are read before. */
export async function checkedWhole(bytes: ResponseBytes | null, integrity: string): Promise<Uint8Array> {
  const whole = await bytes?.whole(unchanged);
  if (whole && (await matchesIntegrity(integrity, whole))) return whole;
  throw new Error('integrity mismatch');
}
