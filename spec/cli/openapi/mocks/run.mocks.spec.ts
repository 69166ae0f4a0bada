import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HomingCommand } from '../../../support/homing-command.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

describe('--mocks', () => {
  const client = () => [
    'openapi',
    command.save(),
    '-o',
    command.at('src/api.ts'),
    '--mocks',
    command.at('test/mocks.mts'),
  ];

  it('writes the client and its mocks, which import the client', async () => {
    const { code, stderr } = await command.run(...client());
    expect([code, stderr]).toEqual([0, expect.stringContaining('2 files')]);
    expect(command.read('src/api.ts')).toContain('export const listUsers');
    expect(command.read('test/mocks.mts')).toContain("from '../src/api.js';\n");
    expect(command.read('test/mocks.mts')).toContain('export const listUsers = ');
  });

  it('is compared by --check', async () => {
    await command.run(...client());
    expect((await command.run(...client(), '--check')).code).toBe(0);
    expect((await command.run(...client(), '--check', '--seed', '3')).code).toBe(1);
  });

  it('writes nothing over a file of somebody else', async () => {
    command.save('const mine = 1;\n', 'test/mocks.mts');
    const { code } = await command.run(...client());
    expect(code).toBe(2);
    expect(command.read('test/mocks.mts')).toBe('const mine = 1;\n');
    expect(() => command.read('src/api.ts')).toThrow('ENOENT');
  });

  it.each([
    [['--seed', '-1'], '--seed'],
    [['--seed', '1.5'], '--seed is 1.5: pass a whole number from 0'],
  ])('is rejected with %j', async (more, message) => {
    const { code, stderr } = await command.run(...client(), ...more);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('needs a file for the client', async () => {
    const { code, stderr } = await command.run(
      'openapi',
      command.save(),
      '-o',
      '-',
      '--mocks',
      command.at('mocks.ts'),
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('--mocks needs a file: pass one with -o')]);
  });

  it('can be set in a configuration, relative to its file', async () => {
    const config = { document: 'api.json', output: 'src/api.ts', mocks: 'src/api.mocks.ts' };
    command.save();
    const file = command.save(config, 'homing.config.json');
    expect((await command.run('openapi', '--config', file)).code).toBe(0);
    expect(command.read('src/api.mocks.ts')).toContain("from './api.js';\n");
  });
});
