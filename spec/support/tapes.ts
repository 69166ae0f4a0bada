import { type TapeFile, tapeIn } from '../../lib/adapters/har/open-tape.js';
import type { Har, HarEntry, Tape, TapeOptions } from '../../lib/entries/har.js';

/** A path without a file. */
export class MemoryFile implements TapeFile {
  text: string | undefined;
  writes = 0;

  constructor(text?: string) {
    this.text = text;
  }

  get entries(): HarEntry[] {
    return (JSON.parse(this.text ?? '') as Har).log.entries;
  }

  read(): Promise<string | undefined> {
    return Promise.resolve(this.text);
  }

  write(text: string): Promise<void> {
    this.text = text;
    this.writes += 1;
    return Promise.resolve();
  }
}

export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** Records the requests of a function. Returns the file. */
export async function recorded(
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
  use: (send: Send, tape: Tape) => Promise<unknown>,
  options: TapeOptions = {},
): Promise<MemoryFile> {
  const file = new MemoryFile();
  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => answer(url, init);
  const tape = await tapeIn(file, 'a.har', { fetch: fetch, ...options });
  await use(tape.fetch, tape);
  await tape.close();
  return file;
}

/** Replays a file. A real request fails. */
export const replaying = (file: MemoryFile, options: TapeOptions = {}): Promise<Tape> =>
  tapeIn(file, 'a.har', {
    mode: 'replay',
    fetch: () => Promise.reject(new Error('A replay sends nothing.')),
    ...options,
  });

/** Sends a request, and reads the response. */
export const textFrom = async (send: Send, url: string, init?: RequestInit): Promise<string> =>
  (await send(url, init)).text();
