import * as fs from 'node:fs';
import * as path from 'node:path';
import * as url from 'node:url';

// What this room uses of Node, and no more.

interface FilesModule {
  readonly readFileSync: (file: string, encoding: 'utf8') => string;
  readonly realpathSync: (file: string) => string;
}

interface PathModule {
  readonly dirname: (path: string) => string;
  readonly isAbsolute: (path: string) => boolean;
  readonly join: (...parts: readonly string[]) => string;
  readonly relative: (from: string, to: string) => string;
  readonly resolve: (...parts: readonly string[]) => string;
}

export const { readFileSync, realpathSync } = fs as unknown as FilesModule;
export const { dirname, isAbsolute, join, relative, resolve } = path as unknown as PathModule;
export const { fileURLToPath } = url as unknown as { readonly fileURLToPath: (url: string) => string };
