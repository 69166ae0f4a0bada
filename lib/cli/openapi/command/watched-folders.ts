import { basename, dirname, join, readFile, resolve, sep, stat, watch, type Watcher } from '../node-api.js';
import { codeOf, FileError, fileError } from './output-file.js';

/** What a `$ref` names before its `#`, in JSON and in YAML. */
const REF = /\$ref["']?\s*:\s*(?:"([^"#\n]+)|'([^'#\n]+)|([^\s"'#,}]+))/g;

const URL_OR_POINTER = /^[a-z][a-z\d+.-]+:|^[/\\]{2}/i;

const textOf = async (file: string): Promise<string> => {
  try {
    return (await stat(file)).isFile() ? await readFile(file, 'utf8') : '';
  } catch {
    return '';
  }
};

const decoded = (ref: string): string => {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
};

/** The files that the `$ref`s of a text name, as it would be read by who is in a hurry. */
const namedIn = (text: string, file: string): string[] =>
  [...text.matchAll(REF)].flatMap(([, double, single, bare]) => {
    const ref = double ?? single ?? bare ?? '';
    if (URL_OR_POINTER.test(ref)) return [];
    return [ref, decoded(ref)].map((each) => resolve(dirname(file), each));
  });

/**
 * A file, and all that its `$ref`s name, whether it is there or not, whether its text can be parsed or not: what has to
 * be watched when a document can't be read. Files that stand outside of a folder are left out.
 */
export async function mentionedFiles(first: string, root: string): Promise<ReadonlySet<string>> {
  const inside = root.endsWith(sep) ? root : root + sep;
  const found = new Set([first]);
  for (const file of found)
    for (const named of namedIn(await textOf(file), file)) if (named.startsWith(inside)) found.add(named);
  return found;
}

/** Which folder it is, and undefined where there is none. */
const idOf = async (folder: string): Promise<string | undefined> => {
  try {
    const found = await stat(folder);
    return found.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return undefined;
  }
};

/** What has to be looked at. */
export interface Plan {
  readonly folders: ReadonlySet<string>;
  /** Files; folders too, which may come and go. */
  readonly paths: ReadonlySet<string>;
}

/** Where a change of these files shows: in their folders, or in the nearest above where one isn't there yet. */
export async function planOf(files: Iterable<string>): Promise<Plan> {
  const paths = new Set(files);
  const folders = new Set<string>();
  for (const wanted of new Set([...paths].map(dirname))) {
    let folder = wanted;
    while ((await idOf(folder)) === undefined && dirname(folder) !== folder) {
      paths.add(folder);
      folder = dirname(folder);
    }
    folders.add(folder);
    paths.add(folder);
  }
  return { folders, paths };
}

/** Watches folders, and tells of each path at which something changed. */
export class WatchedFolders {
  readonly #watchers = new Map<string, { readonly id: string; readonly watcher: Watcher }>();
  readonly #onChange: (path: string) => void;

  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  /** Watches these, and no others. Gives whether one is watched that wasn't, or is another folder now. */
  async keep(folders: ReadonlySet<string>): Promise<boolean> {
    for (const folder of this.#watchers.keys()) if (!folders.has(folder)) this.#end(folder);
    let isNew = false;
    for (const folder of folders) {
      const id = await idOf(folder);
      if (id !== undefined && this.#watchers.get(folder)?.id === id) continue;
      this.#end(folder);
      if (id !== undefined) this.#begin(folder, id);
      isNew = true;
    }
    return isNew;
  }

  close(): void {
    for (const folder of this.#watchers.keys()) this.#end(folder);
  }

  #begin(folder: string, id: string): void {
    try {
      const watcher = watch(folder, (_, name) => {
        // Of a folder that went away: its number may be that of the next.
        if (name === null || name === basename(folder)) this.#gone(folder);
        if (name !== null) this.#onChange(join(folder, name));
      });
      watcher.on('error', () => this.#gone(folder));
      this.#watchers.set(folder, { id, watcher });
    } catch (error) {
      const code = String(codeOf(error));
      if (/^(ENOSPC|EMFILE)$/.test(code))
        throw new FileError(`${folder} can't be watched: the system watches no more folders for you`);
      // It may have gone away meanwhile.
      if (code !== 'ENOENT') throw fileError(`${folder} can't be watched`, error);
    }
  }

  #gone(folder: string): void {
    this.#end(folder);
    this.#onChange(folder);
  }

  #end(folder: string): void {
    this.#watchers.get(folder)?.watcher.close();
    this.#watchers.delete(folder);
  }
}
