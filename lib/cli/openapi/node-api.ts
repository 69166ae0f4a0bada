import * as fs from 'node:fs';
import * as files from 'node:fs/promises';
import * as path from 'node:path';
import * as url from 'node:url';
import * as util from 'node:util';

// What the program uses of Node, and no more.

/** Where a program writes to. */
export interface Output {
  /** `done` gets the error of a text that didn't arrive. */
  write(text: string, done?: (error?: Error | null) => void): unknown;
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined;
}

/** How a program is asked to end. */
export type Signal = 'SIGINT' | 'SIGTERM';

/** What a program has of its process. */
export interface Process {
  readonly pid: number;
  readonly stdout: Output;
  readonly stderr: Output;
  on(signal: Signal, listener: () => void): unknown;
  off(signal: Signal, listener: () => void): unknown;
}

/** A file or a folder, and which one it is: another of the same name has other numbers. */
interface Stat {
  readonly dev: number;
  readonly ino: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

interface FilesModule {
  readonly mkdir: (folder: string, options: { readonly recursive: true }) => Promise<unknown>;
  readonly readFile: (file: string, encoding: 'utf8') => Promise<string>;
  readonly realpath: (file: string) => Promise<string>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (file: string, options: { readonly force: true }) => Promise<void>;
  readonly stat: (file: string) => Promise<Stat>;
  readonly writeFile: (file: string, text: string) => Promise<void>;
}

/** What tells of changes in a folder. */
export interface Watcher {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  close(): void;
}

interface FileSystemModule {
  readonly readFileSync: (file: string, encoding: 'utf8') => string;
  readonly realpathSync: (file: string) => string;
  /** The listener gets the name of what changed in the folder, or the folder's own; null where that isn't known. */
  readonly watch: (folder: string, listener: (event: string, name: string | null) => void) => Watcher;
}

interface PathModule {
  readonly basename: (path: string) => string;
  readonly dirname: (path: string) => string;
  readonly isAbsolute: (path: string) => boolean;
  readonly join: (...paths: readonly string[]) => string;
  readonly relative: (from: string, to: string) => string;
  readonly resolve: (...paths: readonly string[]) => string;
  readonly sep: string;
}

/** What may follow a command: how it is written, and whether a value comes after. */
export type ArgumentNames = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>
>;

/** A part of a command line. */
export type ArgumentToken =
  | { readonly kind: 'positional'; readonly value: string }
  | { readonly kind: 'option-terminator' }
  | {
      readonly kind: 'option';
      /** `output` for `-o` too. */
      readonly name: string;
      /** As it was written: `-o`. */
      readonly rawName: string;
      readonly value: string | undefined;
      /** Whether the value stands in the same argument: `--output=FILE`. */
      readonly inlineValue: boolean | undefined;
    };

interface UrlModule {
  readonly fileURLToPath: (url: string) => string;
}

interface UtilModule {
  readonly parseArgs: (config: {
    readonly args: readonly string[];
    readonly allowPositionals: true;
    readonly strict: false;
    readonly tokens: true;
    readonly options: ArgumentNames;
  }) => { readonly tokens: readonly ArgumentToken[] };
}

/** This process, as `Process` and a little more. */
interface NodeProcess extends Process {
  readonly argv: readonly string[];
  exitCode: number;
  readonly stdout: Output & { on(event: 'error', listener: () => void): unknown };
  readonly stderr: Output & { on(event: 'error', listener: () => void): unknown };
}

// One by one: a bundler drops what isn't used of these, and keeps a pattern whole.
export const mkdir = (files as unknown as FilesModule).mkdir;
export const readFile = (files as unknown as FilesModule).readFile;
export const realpath = (files as unknown as FilesModule).realpath;
export const rename = (files as unknown as FilesModule).rename;
export const rm = (files as unknown as FilesModule).rm;
export const stat = (files as unknown as FilesModule).stat;
export const writeFile = (files as unknown as FilesModule).writeFile;
export const readFileSync = (fs as unknown as FileSystemModule).readFileSync;
export const realpathSync = (fs as unknown as FileSystemModule).realpathSync;
export const watch = (fs as unknown as FileSystemModule).watch;
export const basename = (path as unknown as PathModule).basename;
export const dirname = (path as unknown as PathModule).dirname;
export const isAbsolute = (path as unknown as PathModule).isAbsolute;
export const join = (path as unknown as PathModule).join;
export const relative = (path as unknown as PathModule).relative;
export const resolve = (path as unknown as PathModule).resolve;
export const sep = (path as unknown as PathModule).sep;
export const fileURLToPath = (url as unknown as UrlModule).fileURLToPath;
export const parseArgs = (util as unknown as UtilModule).parseArgs;
export const nodeProcess = (globalThis as unknown as { readonly process: NodeProcess }).process;
