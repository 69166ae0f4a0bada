import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as fs from 'node:fs';
import { mentionedFiles, planOf, WatchedFolders } from '../../../../lib/cli/openapi/command/watch.js';
import { HomingCommand } from '../../../support/homing-command.js';

let refusal = '';

jest.mock('node:fs', () => {
  const actual = jest.requireActual<typeof fs>('node:fs');
  const watch = (folder: string, listener: () => void): unknown => {
    if (refusal) throw Object.assign(new Error(`${refusal}: watch`), { code: refusal });
    return actual.watch(folder, listener);
  };
  return { ...actual, watch };
});

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
  refusal = '';
});
afterEach(() => command.close());

const at = (name: string): string => command.at(name);

/** The files that a document mentions, by their names in the folder. */
const mentionedBy = async (text: string, name = 'api.yaml'): Promise<string[]> => {
  const found = await mentionedFiles(command.save(text, name), command.folder);
  return [...found].map((file) => file.replace(`${command.folder}/`, ''));
};

describe('the files that a document mentions', () => {
  it.each([
    ['$ref: a.yaml'],
    ['$ref: ./a.yaml#/x'],
    ["$ref: 'a.yaml#/x'"],
    ['$ref   :   "a.yaml"'],
    ['{ $ref: a.yaml, b: 1 }'],
    ['{"$ref":"a.yaml"}'],
    ['{"$ref" : "./b/../a.yaml#"}'],
    ["'$ref': a.yaml"],
    [': : broken [ $ref: a.yaml'],
  ])('are found in %s', async (text) => {
    expect(await mentionedBy(text)).toEqual(['api.yaml', 'a.yaml']);
  });

  it.each([
    '$ref: "#/a"',
    '$ref: https://a.example/a.yaml',
    '$ref: file:///a',
    '$ref: //a/b',
    '$ref: ""',
    '$ref:',
  ])('are none in %s', async (text) => {
    expect(await mentionedBy(text)).toEqual(['api.yaml']);
  });

  it('may have names with percents, and with spaces', async () => {
    expect(await mentionedBy('$ref: "a%20b.yaml"')).toEqual(['api.yaml', 'a%20b.yaml', 'a b.yaml']);
    expect(await mentionedBy('$ref: "%.yaml"')).toEqual(['api.yaml', '%.yaml']);
  });

  it('mention others, in a circle too', async () => {
    command.save('$ref: c.yaml', 'b/b.yaml');
    command.save('$ref: ../api.yaml', 'b/c.yaml');
    expect(await mentionedBy('$ref: b/b.yaml')).toEqual(['api.yaml', 'b/b.yaml', 'b/c.yaml']);
  });

  it('are none outside of the folder', async () => {
    const files = await mentionedFiles(command.save('$ref: ../x.yaml', 'b/api.yaml'), at('b'));
    expect([...files]).toEqual([at('b/api.yaml')]);
    command.save('$ref: /etc/passwd', 'b/api.yaml');
    expect((await mentionedFiles(at('b/api.yaml'), at('b'))).size).toBe(1);
    expect((await mentionedFiles(at('b/api.yaml'), '/')).size).toBe(2);
  });

  it('are not read where they are no files', async () => {
    fs.mkdirSync(at('a.yaml'));
    expect(await mentionedBy('$ref: a.yaml')).toEqual(['api.yaml', 'a.yaml']);
  });
});

describe('where a change of a file shows', () => {
  it('is its folder', async () => {
    const { folders, paths } = await planOf([at('a'), at('b')]);
    expect([...folders]).toEqual([command.folder]);
    expect([...paths]).toEqual([at('a'), at('b'), command.folder]);
  });

  it('is the nearest that is there', async () => {
    const { folders, paths } = await planOf([at('a/b/c')]);
    expect([...folders]).toEqual([command.folder]);
    expect([...paths]).toEqual([at('a/b/c'), at('a/b'), at('a'), command.folder]);
  });
});

describe('a folder that can not be watched', () => {
  const keep = () => new WatchedFolders(() => undefined).keep(new Set([command.folder]));

  it.each(['ENOSPC', 'EMFILE'])('is one too many, for %s', async (code) => {
    refusal = code;
    await expect(keep()).rejects.toThrow(
      new Error(`${command.folder} can't be watched: the system watches no more folders for you`),
    );
  });

  it('is named with the reason', async () => {
    refusal = 'EACCES';
    await expect(keep()).rejects.toThrow(`${command.folder} can't be watched: you have no permission`);
  });

  it('is looked for again where it went away', async () => {
    refusal = 'ENOENT';
    expect(await keep()).toBe(true);
  });

  it('ends a command that watches, with 2', async () => {
    refusal = 'EMFILE';
    const running = command.start('openapi', command.save(), '-o', at('api.ts'), '--watch');
    await running.line(/^homing: \. can't be watched/);
    expect(await running.interrupt()).toBe(2);
  });
});
