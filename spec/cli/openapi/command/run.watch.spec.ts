import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HomingCommand, small } from '../../../support/homing-command.js';
import { NOTHING, openApi } from '../../../support/open-api.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

const at = (name: string): string => command.at(name);
const watching = (...more: string[]) =>
  command.start('openapi', at('api.json'), '-o', at('api.ts'), '--watch', ...more);

/** A document with a GET operation for each name. */
const named = (...names: string[]) =>
  openApi(
    Object.fromEntries(
      names.map((name) => [`/${name}`, { get: { operationId: name, responses: { 204: NOTHING } } }]),
    ),
  );

describe('homing openapi --watch', () => {
  it('writes the file, and rewrites it with the changes in one line', async () => {
    command.save(named('a', 'b', 'c'));
    const { line, lines, interrupt, listeners } = watching();
    await line(/^homing: watching \.\/api\.json and its \$refs; Ctrl\+C to stop$/);
    await line(/^\.\/api\.ts was written: 3 endpoints and 1 type$/);
    command.save(named('a', 'b', 'd'));
    await line(/^\.\/api\.ts was written: endpoint c was removed; endpoint d was added$/);
    expect(command.read('api.ts')).toContain('export const d = ');
    expect(await interrupt()).toBe(0);
    expect(lines).toEqual([]);
    expect(listeners()).toBe(0);
  });

  it('lists at most ten of many changes', async () => {
    command.save(named('a'));
    const { line } = watching();
    await line(/was written/);
    command.save(named('a', ...'bcdefghijklmn'.split('')));
    expect((await line(/was written/)).split('; ')).toEqual([
      './api.ts was written: endpoint b was added',
      ...'cdefghijk'.split('').map((letter) => `endpoint ${letter} was added`),
      'and 3 more',
    ]);
  });

  it('reports that a file is up to date when nothing changed in it', async () => {
    command.save();
    const { line } = watching();
    await line(/was written/);
    command.save();
    await line(/^\.\/api\.ts is up to date: 1 endpoint and 1 type$/);
  });

  it('keeps the written file while a document is invalid or missing', async () => {
    command.save(named('a'));
    const { line } = watching();
    await line(/was written/);
    const before = command.read('api.ts');
    command.save('{"openapi": "3.1.0", "pa');
    await line(/^\.\/api\.json[^ ]*: (?!.*not there)/);
    rmSync(at('api.json'));
    await line(/^\.\/api\.json[^ ]*: .*can't be read/);
    expect(command.read('api.ts')).toBe(before);
    command.save(named('b'));
    await line(/^\.\/api\.ts was written: endpoint a was removed; endpoint b was added$/);
  });

  it("waits for a document that doesn't exist yet, or whose folder doesn't exist", async () => {
    const { line } = command.start('openapi', at('new/deep/api.json'), '-o', at('api.ts'), '--watch');
    await line(/can't be read/);
    command.save(small, 'new/deep/api.json');
    await line(/was written/);
  });

  it('watches the files that a document names, including new and missing files', async () => {
    const response = (ref: string): object =>
      openApi({ '/a': { get: { operationId: 'a', responses: { 200: { $ref: ref } } } } });
    const fine = (type: string): object => ({
      description: '',
      content: { 'application/json': { schema: { type } } },
    });
    command.save(response('./parts/one.json'));
    const { line } = watching();
    await line(/one\.json/);
    command.save(fine('string'), 'parts/one.json');
    await line(/was written/);
    command.save(fine('number'), 'parts/one.json');
    await line(/was written: endpoint a was changed/);
    command.save(response('./two.json#/x'));
    await line(/two\.json/);
    command.save({ x: fine('boolean') }, 'new.json');
    renameSync(at('new.json'), at('two.json'));
    await line(/was written: endpoint a was changed/);
    expect(command.read('api.ts')).toContain('boolean');
  });

  it('prints a warning once, as long as it stays', async () => {
    const odd = (name: string) => ({
      ...named(name),
      'x-a': 1,
      webhooks: { a: { post: { responses: {} } } },
    });
    command.save(odd('a'));
    const { line, lines } = watching();
    await line(/was written/);
    await line(/\[webhook\]/);
    command.save(odd('b'));
    await line(/was written/);
    expect(lines.filter((each) => each.includes('[webhook]'))).toEqual([]);
    command.save(named('b'));
    await line(/up to date|was written/);
    command.save(odd('b'));
    await line(/\[webhook\]/);
  });

  it('continues after a warning under --strict', async () => {
    command.save({ ...named('a'), webhooks: { a: { post: { responses: {} } } } });
    const { line } = watching('--strict');
    await line(/rejected by --strict/);
    command.save(named('a'));
    await line(/was written/);
  });

  it("continues when the output can't be written", async () => {
    command.save();
    writeFileSync(at('api.ts'), 'by hand');
    const { line } = watching();
    await line(/was not generated by homing/);
    rmSync(at('api.ts'));
    command.save();
    await line(/was written/);
  });

  it.each(['SIGINT', 'SIGTERM'])('exits with 0 on %s while it reads, and writes nothing', async (signal) => {
    const args = ['openapi', command.save(), '-o', at('api.ts'), '--watch'];
    const { line, interrupt, listeners } = command.start('on a terminal', ...args);
    await line(/^reading/);
    expect(await interrupt(signal)).toBe(0);
    expect(listeners()).toBe(0);
    // The interrupted run would have written its file before this one.
    await command.run('openapi', at('api.json'), '-o', at('later.ts'));
    expect(readdirSync(command.folder).sort()).toEqual(['api.json', 'later.ts']);
  });
});
