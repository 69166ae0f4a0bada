import {
  basename,
  dirname,
  join,
  readFile,
  realpath,
  resolve,
  sep,
  stat,
  watch,
  type Watcher,
} from '../node-api.js';
import { codeOf, FileError, fileError } from './output.js';

/** What is watched. */
interface Watched {
  /** The file that is read first. */
  readonly file: string;
  /** The folder in which the others stand that it may name. */
  readonly root: string;
  /** Reads it; gives the files that were read, undefined if that failed. Never rejects. */
  readonly read: () => Promise<readonly string[] | undefined>;
}

/** How long it has to be still, in ms: an editor writes more than once. */
const STILL = 50;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/** Reads, and reads again: one reading at a time, and one more after it for all that changed meanwhile. */
class FileWatch {
  readonly #watched: Watched;
  readonly #signal: AbortSignal;
  readonly #folders = new WatchedFolders((path) => this.#changed(path));
  /** What the last reading that went well has read. */
  #known: readonly string[] = [];
  #paths: ReadonlySet<string> = new Set();
  /** What changed since the last reading began. */
  readonly #recent = new Set<string>();
  #isIdle = false;
  #changes = 0;
  #wake: () => void = () => undefined;

  constructor(watched: Watched, signal: AbortSignal) {
    this.#watched = watched;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const aborted = new Promise<void>((resolve) => {
      this.#signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      while (!this.#signal.aborted) {
        this.#recent.clear();
        await this.#look();
        const files = await Promise.race([this.#watched.read(), aborted]);
        this.#known = files ?? this.#known;
        // What was read before its folder was watched may have changed unseen.
        const isUnsure = await this.#look();
        if (!isUnsure) await Promise.race([this.#news(), aborted]);
        await this.#stillness();
      }
    } finally {
      this.#folders.close();
    }
  }

  #changed(path: string): void {
    const isWatched = this.#paths.has(path);
    if (isWatched) this.#changes += 1;
    // Which files the reading will have read isn't known before it ends.
    if (isWatched || !this.#isIdle) this.#recent.add(path);
    if (isWatched) this.#wake();
  }

  /** Watches what is read, or will be. Gives whether a folder is watched that wasn't. */
  async #look(): Promise<boolean> {
    const { file, root } = this.#watched;
    const named = new Set([...this.#known, ...(await mentionedFiles(resolve(file), resolve(root)))]);
    const files = new Set(named);
    for (const each of named) files.add(await realpath(each).catch(() => each));
    // Again until nothing new is found: a folder may come while the one above it isn't watched yet.
    for (let isNew = false; ; isNew = true) {
      const { folders, paths } = await planOf(files);
      this.#paths = paths;
      if (!(await this.#folders.keep(folders))) return isNew;
    }
  }

  async #news(): Promise<void> {
    if ([...this.#recent].some((path) => this.#paths.has(path))) return;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#isIdle = true;
    await woken;
    this.#isIdle = false;
  }

  async #stillness(): Promise<void> {
    let before: number;
    do {
      before = this.#changes;
      await pause(STILL, this.#signal);
    } while (before !== this.#changes && !this.#signal.aborted);
  }
}

/**
 * Reads, and again whenever a file that was read changes, comes or goes, until the signal aborts. A reading that failed
 * leaves watched what the last one read, and what it may have failed to find.
 */
export function watchFiles(watched: Watched, signal: AbortSignal): Promise<void> {
  return new FileWatch(watched, signal).run();
}

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
interface Plan {
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
