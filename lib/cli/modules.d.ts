// Only the parts of Node that the command uses. Node's own types would let other code in lib/ use Node by
// mistake, and the types of these packages require them.
declare module 'node:fs' {
  export function readFileSync(file: string, encoding: 'utf8'): string;
  export function realpathSync(file: string): string;
}
declare module 'node:fs/promises' {
  interface Stats {
    readonly mtimeMs: number;
    readonly size: number;
    readonly ino: number;
    isFile(): boolean;
    isDirectory(): boolean;
    isSymbolicLink(): boolean;
  }
  export function lstat(file: string): Promise<Stats>;
  export function mkdir(folder: string, options: { readonly recursive: true }): Promise<unknown>;
  export function readdir(folder: string): Promise<string[]>;
  export function readFile(file: string | URL, encoding: 'utf8'): Promise<string>;
  export function realpath(file: string): Promise<string>;
  export function rename(from: string, to: string): Promise<void>;
  export function rm(file: string, options: { readonly force: true }): Promise<void>;
  export function stat(file: string): Promise<Stats>;
  export function writeFile(file: string, text: string, options?: { readonly flag: 'wx' }): Promise<void>;
}
declare module 'node:module' {
  export function createRequire(file: string): { resolve(name: string): string };
}
declare module 'node:path' {
  export function basename(path: string): string;
  export function dirname(path: string): string;
  export function isAbsolute(path: string): boolean;
  export function join(...paths: readonly string[]): string;
  export function relative(from: string, to: string): string;
  export function resolve(...paths: readonly string[]): string;
  export const sep: string;
}
declare module 'node:timers/promises' {
  export function setTimeout(
    ms: number,
    value: undefined,
    options: { readonly signal: AbortSignal },
  ): Promise<undefined>;
}
declare module 'node:url' {
  export function fileURLToPath(url: string): string;
  export function pathToFileURL(file: string): URL;
}
declare module 'node:util' {
  type Token =
    | { readonly kind: 'positional'; readonly value: string }
    | { readonly kind: 'option-terminator' }
    | {
        readonly kind: 'option';
        readonly name: string;
        readonly rawName: string;
        readonly value: string | undefined;
        readonly inlineValue: boolean | undefined;
      };
  export function parseArgs(config: {
    readonly args: readonly string[];
    readonly allowPositionals: true;
    readonly strict: false;
    readonly tokens: true;
    readonly options: Readonly<
      Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>
    >;
  }): { readonly tokens: readonly Token[] };
}
declare module '@redocly/openapi-core';
declare module '@scalar/openapi-upgrader';
declare module 'node:vm' {
  export function createContext(values: object): object;
  export class Script {
    constructor(code: string);
    runInContext(context: object, options: { readonly timeout: number }): unknown;
  }
}
