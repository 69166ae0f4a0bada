import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A file to watch. */
interface WatchedFile {
  readonly file: string;
  /** Folder of the files that its `$ref`s can name; undefined for a file without `$ref`s. */
  readonly root?: string | undefined;
}

interface Watched {
  /** Returns the documents, and other files. Called before and after each reading. */
  readonly files: () => readonly WatchedFile[];
  /** Reads the documents. Resolves with the files that were read; undefined after a failure. Never rejects. */
  readonly read: () => Promise<readonly string[] | undefined>;
}

/**
 * Milliseconds between two checks. Files are read when two checks see the same state, because an editor can
 * write several times.
 */
const BETWEEN_LOOKS = 50;

const allMentioned = async (files: readonly WatchedFile[]): Promise<readonly string[]> => {
  const mentioned = files.map(async ({ file, root }) =>
    root === undefined ? [resolve(file)] : [...(await mentionedFiles(resolve(file), resolve(root)))],
  );
  return (await Promise.all(mentioned)).flat();
};

/**
 * Reads documents, and again whenever one of their files changes, appears or disappears, until the signal
 * aborts. After a failed read, it watches the previous files and the files that the document mentions.
 *
 * Polls the files. System notifications are limited in number and don't work on network drives.
 */
export async function watchFiles({ files: watched, read }: Watched, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  let known: readonly string[] = [];
  while (!signal.aborted) {
    const files = new Set([...known, ...(await allMentioned(watched()))]);
    const before = await lookAt(files);
    known = (await Promise.race([read(), aborted])) ?? known;
    // A file that wasn't checked before the read might have changed since.
    const now = watched().map(({ file }) => resolve(file));
    const isUnsure = [...known, ...now].some((each) => !files.has(each));
    await untilOther(files, isUnsure ? undefined : before, signal);
  }
}

/**
 * Waits until the files differ from `before` and two checks see the same state, or until the signal aborts.
 */
const untilOther = async (
  files: Iterable<string>,
  before: string | undefined,
  signal: AbortSignal,
): Promise<void> => {
  let last: string | undefined;
  let now = before;
  do {
    last = now;
    await sleep(BETWEEN_LOOKS, undefined, { signal }).catch(() => undefined);
    now = await lookAt(files);
  } while (!signal.aborted && (now !== last || now === before));
};

/** Returns a string that changes when one of the files changes. */
const lookAt = async (files: Iterable<string>): Promise<string> => {
  const looks = Array.from(files, async (file) => {
    const found = await stat(file).catch(() => undefined);
    return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
  });
  return (await Promise.all(looks)).join('\n');
};

/** Matches the file in a `$ref`, in JSON and in YAML. */
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

const namedIn = (text: string, file: string): string[] =>
  [...text.matchAll(REF)].flatMap(([, double, single, bare]) => {
    const ref = double ?? single ?? bare ?? '';
    if (URL_OR_POINTER.test(ref)) return [];
    return [ref, decoded(ref)].map((each) => resolve(dirname(file), each));
  });

/**
 * Returns a file and all files that its `$ref`s name, even if they don't exist or can't be parsed. These must
 * be watched after a failed read. Omits files outside the folder.
 */
export async function mentionedFiles(first: string, root: string): Promise<ReadonlySet<string>> {
  const inside = root.endsWith(sep) ? root : root + sep;
  const found = new Set([first]);
  for (const file of found)
    for (const named of namedIn(await textOf(file), file)) if (named.startsWith(inside)) found.add(named);
  return found;
}
