import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { mentionedFiles, watchFiles } from '../../../../lib/cli/openapi/command/watch.js';
import { HomingCommand } from '../../../support/homing-command.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

const at = (name: string): string => command.at(name);
const write = (name: string, text: string): void => writeFileSync(at(name), text);

const files = () => [{ file: at('a.txt'), root: command.folder }];

/** Watches `a.txt`, and counts its readings. */
const watching = (read: (count: number) => Promise<readonly string[] | undefined>) => {
  const ending = new AbortController();
  const waiting: (() => void)[] = [];
  let count = 0;
  const told = (): Promise<readonly string[] | undefined> => {
    count += 1;
    for (const resolve of waiting.splice(0)) resolve();
    return read(count);
  };
  const ended = watchFiles({ files, read: told }, ending.signal);
  return {
    count: () => count,
    /** Resolves when the reading with this number has started. */
    reading: async (number: number): Promise<void> => {
      while (count < number) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    end: async (): Promise<void> => {
      ending.abort();
      await ended;
    },
  };
};

/** Changes a file that is watched with `a.txt`, and waits for its reading. Earlier changes are read before it. */
const settled = async (watched: ReturnType<typeof watching>): Promise<number> => {
  const before = watched.count();
  write('a.txt', String(before));
  await watched.reading(before + 1);
  return before;
};

describe('watched files', () => {
  beforeEach(() => write('a.txt', ''));

  it('are read after a quiet moment, and not for each of many changes', async () => {
    const watched = watching(() => Promise.resolve([at('a.txt')]));
    await watched.reading(1);
    for (let count = 0; count < 60; count += 1) {
      write('a.txt', String(count));
      // Real time: the modification times of the platform's files tell one change from the next.
      await setTimeout(10);
    }
    expect(await settled(watched)).toBeLessThan(8);
    await watched.end();
  });

  it('are never read twice at the same time, and are read again for all changes during a reading', async () => {
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
    for (const text of ['b', 'cc', 'ddd']) write('a.txt', text);
    end();
    await watched.reading(2);
    expect(await settled(watched)).toBe(2);
    expect(most).toBe(1);
    await watched.end();
  });

  it('are read again if a newly mentioned file changed during the reading', async () => {
    write('b.txt', '');
    const watched = watching((count) => {
      if (count === 1) write('b.txt', 'changed after it was read');
      return Promise.resolve([at('a.txt'), at('b.txt')]);
    });
    await watched.reading(2);
    await watched.end();
  });

  it('are the files of the last reading, and no others', async () => {
    for (const name of ['b.txt', 'c.txt']) write(name, '');
    const watched = watching((count) => Promise.resolve([at('a.txt'), at(count === 1 ? 'b.txt' : 'c.txt')]));
    // Each new file causes a second reading, because it might have changed before it was watched.
    await watched.reading(3);
    write('b.txt', '2');
    write('d.txt', '2');
    // Twice the delay before a reading.
    await setTimeout(200);
    expect(watched.count()).toBe(3);
    write('c.txt', '2');
    await watched.reading(4);
    await watched.end();
  });

  it('stay watched when a reading fails', async () => {
    write('b.txt', '');
    const watched = watching((count) => Promise.resolve(count === 1 ? [at('b.txt')] : undefined));
    for (const count of [2, 3, 4]) {
      await watched.reading(count);
      write('b.txt', 'b'.repeat(count));
    }
    await watched.reading(5);
    await watched.end();
  });

  it('can be replaced, removed and created again, with their folder', async () => {
    mkdirSync(at('b'));
    write('b/b.txt', '');
    const watched = watching(() => Promise.resolve([at('a.txt'), at('b/b.txt')]));
    const changes = [
      () => {
        write('new.txt', '1');
        renameSync(at('new.txt'), at('b/b.txt'));
      },
      () => rmSync(at('b/b.txt')),
      () => write('b/b.txt', '2'),
      () => rmSync(at('b'), { recursive: true }),
      () => {
        mkdirSync(at('b'));
        write('b/b.txt', '3');
      },
      () => renameSync(at('b'), at('c')),
      () => renameSync(at('c'), at('b')),
    ];
    for (const change of changes) {
      await settled(watched);
      const before = watched.count();
      change();
      await watched.reading(before + 1);
    }
    await watched.end();
  });

  it('are watched at the targets of their links', async () => {
    write('real.txt', '');
    rmSync(at('a.txt'));
    symlinkSync(at('real.txt'), at('a.txt'));
    const watched = watching(() => Promise.resolve([at('a.txt')]));
    await watched.reading(1);
    write('real.txt', '1');
    await watched.reading(2);
    await watched.end();
  });

  it('are not read after the end, even if a reading never ends', async () => {
    const watched = watching(() => new Promise(() => undefined));
    await watched.reading(1);
    await watched.end();
    expect(watched.count()).toBe(1);
  });

  it('are not read if the end comes first', async () => {
    let count = 0;
    const read = (): Promise<undefined> => Promise.resolve(void (count += 1));
    await watchFiles({ files, read }, AbortSignal.abort());
    expect(count).toBe(0);
  });
});

describe('the files that a document mentions', () => {
  /** The mentioned files by their path in the folder. */
  const mentionedBy = async (text: string, name = 'api.yaml', root = command.folder): Promise<string[]> => {
    const found = await mentionedFiles(command.save(text, name), root);
    return [...found].map((file) => file.replace(`${command.folder}/`, ''));
  };

  it.each([
    ['$ref: a.yaml'],
    ["$ref: './a.yaml#/x'"],
    ['{ $ref: a.yaml, b: 1 }'],
    ['{"$ref" : "./b/../a.yaml#"}'],
    ["'$ref': a.yaml"],
    [': : broken [ $ref: a.yaml'],
  ])('are found in %s', async (text) => {
    expect(await mentionedBy(text)).toEqual(['api.yaml', 'a.yaml']);
  });

  it.each(['"#/a"', 'https://a.example/a.yaml', 'file:///a', '//a/b', '""', ''])(
    'are empty for %s',
    async (ref) => {
      expect(await mentionedBy(`$ref: ${ref}`)).toEqual(['api.yaml']);
    },
  );

  it('can have names with percent signs, and with spaces', async () => {
    expect(await mentionedBy('$ref: "a%20b.yaml"')).toEqual(['api.yaml', 'a%20b.yaml', 'a b.yaml']);
    expect(await mentionedBy('$ref: "%.yaml"')).toEqual(['api.yaml', '%.yaml']);
  });

  it('mention other files, also in a cycle, and can be folders', async () => {
    command.save('$ref: c.yaml', 'b/b.yaml');
    command.save('{ $ref: ../api.yaml, x: { $ref: ../b } }', 'b/c.yaml');
    expect(await mentionedBy('$ref: b/b.yaml')).toEqual(['api.yaml', 'b/b.yaml', 'b/c.yaml', 'b']);
  });

  it('exclude files outside of the folder', async () => {
    expect(await mentionedBy('$ref: ../x.yaml', 'b/api.yaml', at('b'))).toHaveLength(1);
    expect(await mentionedBy('$ref: /etc/passwd', 'b/api.yaml', at('b'))).toHaveLength(1);
    expect(await mentionedBy('$ref: /etc/passwd', 'b/api.yaml', '/')).toHaveLength(2);
  });
});
