import * as files from 'node:fs/promises';
import * as path from 'node:path';
import * as util from 'node:util';

// What this room uses of Node, and no more.

/** Where a program writes to. */
export interface Output {
  write(text: string): unknown;
  /** Whether somebody is looking. */
  readonly isTTY?: boolean | undefined;
}

/** What a program has of its process. */
export interface Process {
  readonly pid: number;
  readonly stdout: Output;
  readonly stderr: Output;
}

interface FilesModule {
  readonly mkdir: (folder: string, options: { readonly recursive: true }) => Promise<unknown>;
  readonly readFile: (file: string, encoding: 'utf8') => Promise<string>;
  readonly realpath: (file: string) => Promise<string>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (file: string, options: { readonly force: true }) => Promise<void>;
  readonly writeFile: (file: string, text: string) => Promise<void>;
}

interface PathModule {
  readonly dirname: (path: string) => string;
}

/** What may follow a command: how it is written, and whether a value comes after. */
export type ArgumentNames = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>
>;

interface UtilModule {
  readonly parseArgs: (config: {
    readonly args: readonly string[];
    readonly allowPositionals: true;
    readonly options: ArgumentNames;
  }) => { readonly values: Readonly<Record<string, unknown>>; readonly positionals: readonly string[] };
}

export const { mkdir, readFile, realpath, rename, rm, writeFile } = files as unknown as FilesModule;
export const { dirname } = path as unknown as PathModule;
export const { parseArgs } = util as unknown as UtilModule;
export const nodeProcess = (
  globalThis as unknown as { readonly process: Process & { readonly argv: string[]; exitCode: number } }
).process;
