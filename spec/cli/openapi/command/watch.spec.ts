import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { watchFiles } from '../../../../lib/cli/openapi/command/watch.js';
import { HomingCommand } from '../../../support/homing-command.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

const at = (name: string): string => command.at(name);

/** A watched file, `a.txt`, the readings of which are told one by one. */
const watching = (read: (count: number) => Promise<readonly string[] | undefined>) => {
  const ending = new AbortController();
  const waiting: (() => void)[] = [];
  let count = 0;
  const ended = watchFiles(
    {
      file: at('a.txt'),
      root: command.folder,
      read: () => {
        count += 1;
        for (const told of waiting.splice(0)) told();
        return read(count);
      },
    },
    ending.signal,
  );
  return {
    count: () => count,
    /** Resolves when the reading of this number has begun. */
    reading: async (number: number): Promise<void> => {
      while (count < number) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    end: async (): Promise<void> => {
      ending.abort();
      await ended;
    },
  };
};

/** Changes a file that `a.txt` is watched with, and waits until that is read: what came before is read by then. */
const settled = async (watched: ReturnType<typeof watching>): Promise<number> => {
  const before = watched.count();
  writeFileSync(at('a.txt'), String(before));
  await watched.reading(before + 1);
  return before;
};

/** Does it, and resolves when the system has told of all that it changed in the folder. */
const told = async (change: () => void): Promise<void> => {
  const watcher = watch(command.folder);
  const last = new Promise<void>((resolve) => {
    watcher.on('change', (_, name) => {
      if (name === 'last.txt') resolve();
    });
  });
  change();
  writeFileSync(at('last.txt'), '');
  await last;
  watcher.close();
};

describe('watched files', () => {
  beforeEach(() => writeFileSync(at('a.txt'), ''));

  it('are read at once, and again for a change', async () => {
    const watched = watching(() => Promise.resolve([at('a.txt')]));
    await watched.reading(1);
    writeFileSync(at('a.txt'), 'b');
    await watched.reading(2);
    await watched.end();
  });

  it('are read once for what is saved twice', async () => {
    const watched = watching(() => Promise.resolve([at('a.txt')]));
    await watched.reading(1);
    for (const text of ['', 'b', 'c']) writeFileSync(at('a.txt'), text);
    await watched.reading(2);
    expect(await settled(watched)).toBe(2);
    await watched.end();
  });

  it('are read when it is still, and not for each of many changes', async () => {
    const watched = watching(() => Promise.resolve([at('a.txt')]));
    await watched.reading(1);
    for (let count = 0; count < 20; count += 1) {
      writeFileSync(at('a.txt'), String(count));
      await setTimeout(10);
    }
    expect(await settled(watched)).toBeLessThan(10);
    await watched.end();
  });

  it('are never read twice at the same time, and once more for all that changed meanwhile', async () => {
    let end: () => void = () => undefined;
    let running = 0;
    let most = 0;
    const watched = watching(async (count) => {
      running += 1;
      most = Math.max(most, running);
      if (count === 1) await new Promise<void>((resolve) => (end = resolve));
      running -= 1;
      return [at('a.txt')];
    });
    await watched.reading(1);
    await told(() => ['b', 'c', 'd'].forEach((text) => writeFileSync(at('a.txt'), text)));
    end();
    await watched.reading(2);
    expect(await settled(watched)).toBe(2);
    expect(most).toBe(1);
    await watched.end();
  });

  it('are read again for a change of a file that nothing said would be read', async () => {
    mkdirSync(at('b'));
    for (const other of ['b.txt', 'b/b.txt']) {
      writeFileSync(at(other), '');
      const watched = watching((count) => {
        if (count === 1) writeFileSync(at(other), 'changed after it was read');
        return Promise.resolve([at('a.txt'), at(other)]);
      });
      await watched.reading(2);
      await watched.end();
    }
  });

  it('are the ones that were read last, and other files are none of them', async () => {
    for (const name of ['b.txt', 'c.txt']) writeFileSync(at(name), '');
    const watched = watching((count) => Promise.resolve([at('a.txt'), at(count === 1 ? 'b.txt' : 'c.txt')]));
    await watched.reading(1);
    writeFileSync(at('b.txt'), '1');
    await watched.reading(2);
    await told(() => ['b.txt', 'd.txt'].forEach((name) => writeFileSync(at(name), '2')));
    // Twice as long as it would wait before it reads.
    await setTimeout(100);
    expect(watched.count()).toBe(2);
    writeFileSync(at('c.txt'), '2');
    await watched.reading(3);
    await watched.end();
  });

  it('stay watched when a reading fails', async () => {
    writeFileSync(at('b.txt'), '');
    const watched = watching((count) => Promise.resolve(count === 1 ? [at('b.txt')] : undefined));
    await watched.reading(1);
    for (const count of [1, 2, 3]) {
      writeFileSync(at('b.txt'), String(count));
      await watched.reading(count + 1);
    }
    await watched.end();
  });

  it('may be replaced, removed and made again, with their folder', async () => {
    mkdirSync(at('b'));
    writeFileSync(at('b/b.txt'), '');
    const watched = watching(() => Promise.resolve([at('a.txt'), at('b/b.txt')]));
    const changes = [
      () => {
        writeFileSync(at('new.txt'), '1');
        renameSync(at('new.txt'), at('b/b.txt'));
      },
      () => rmSync(at('b/b.txt')),
      () => writeFileSync(at('b/b.txt'), '2'),
      () => rmSync(at('b'), { recursive: true }),
      () => mkdirSync(at('b')),
      () => writeFileSync(at('b/b.txt'), '3'),
      () => renameSync(at('b'), at('c')),
      () => renameSync(at('c'), at('b')),
      () => writeFileSync(at('b/b.txt'), '4'),
      () => {
        rmSync(at('b'), { recursive: true });
        mkdirSync(at('b'));
      },
      () => writeFileSync(at('b/b.txt'), '5'),
      () => writeFileSync(at('b/b.txt'), '6'),
    ];
    for (const change of changes) {
      await settled(watched);
      // So that it most likely waits by then: what comes while it reads is another spec's.
      await setTimeout(20);
      const before = watched.count();
      change();
      await watched.reading(before + 1);
    }
    await watched.end();
  });

  it('are watched where their links lead', async () => {
    mkdirSync(at('real'));
    writeFileSync(at('real/a.txt'), '');
    rmSync(at('a.txt'));
    symlinkSync(at('real/a.txt'), at('a.txt'));
    const watched = watching(() => Promise.resolve([at('a.txt')]));
    await watched.reading(1);
    writeFileSync(at('real/a.txt'), '1');
    await watched.reading(2);
    await watched.end();
  });

  it('are no longer read after the end, even if a reading never ends', async () => {
    const watched = watching(() => new Promise(() => undefined));
    await watched.reading(1);
    await watched.end();
    writeFileSync(at('a.txt'), '1');
    expect(watched.count()).toBe(1);
  });

  it('are not read where the end comes first', async () => {
    let count = 0;
    const read = (): Promise<undefined> => Promise.resolve(void (count += 1));
    await watchFiles({ file: at('a.txt'), root: tmpdir(), read }, AbortSignal.abort());
    expect(count).toBe(0);
  });
});
