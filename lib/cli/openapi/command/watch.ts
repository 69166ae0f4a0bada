import { realpath, resolve } from '../node-api.js';
import { mentionedFiles, planOf, WatchedFolders } from './watched-folders.js';

/** What is watched. */
export interface Watched {
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
