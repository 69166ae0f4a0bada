import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Watched {
  readonly file: string;
  /** The folder in which the others stand that it may name. */
  readonly root: string;
  /** Reads it; gives the files that were read, undefined if that failed. Never rejects. */
  readonly read: () => Promise<readonly string[] | undefined>;
}

/** How often the files are looked at, in ms. They are read when two looks see the same: an editor writes more than once. */
const BETWEEN_LOOKS = 50;

/**
 * Reads, and again whenever a file that was read changes, comes or goes, until the signal aborts. A reading that failed
 * leaves watched what the last one read, and what it may have failed to find.
 *
 * The files are looked at again and again: a system that tells of changes has too few watches for some, and tells of
 * none over a network.
 */
export async function watchFiles({ file, root, read }: Watched, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  let known: readonly string[] = [];
  while (!signal.aborted) {
    const files = new Set([...known, ...(await mentionedFiles(resolve(file), resolve(root)))]);
    const before = await lookAt(files);
    known = (await Promise.race([read(), aborted])) ?? known;
    // What was read and not looked at before may have changed since.
    const isUnsure = known.some((each) => !files.has(each));
    await untilOther(files, isUnsure ? undefined : before, signal);
  }
}

/** Waits until the files are other than before, and two looks see the same; or until the signal aborts. */
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

/** How the files are now: another text whenever one of them is another. */
const lookAt = async (files: Iterable<string>): Promise<string> => {
  const looks = Array.from(files, async (file) => {
    const found = await stat(file).catch(() => undefined);
    return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
  });
  return (await Promise.all(looks)).join('\n');
};

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
