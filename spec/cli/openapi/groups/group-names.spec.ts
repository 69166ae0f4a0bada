import { describe, expect, it } from 'vitest';
import { usedNames } from '../../../../lib/cli/openapi/groups/used-names.js';
import { clientErrors } from '../../../support/client-errors.js';
import { exportedValues, groupedFrom } from '../../../support/grouped.js';
import { answers, NOTHING, openApi } from '../../../support/open-api.js';

/** A document with one operation for each pair of a tag and an operationId. */
const tagged = (pairs: readonly (readonly [tag: unknown, id: string])[], rest: object = {}) =>
  openApi(
    Object.fromEntries(
      pairs.map(([tag, operationId], index) => [
        `/p${index}`,
        { get: { operationId, tags: tag === undefined ? undefined : [tag], responses: { 204: NOTHING } } },
      ]),
    ),
    { ...rest },
  );

describe('names of groups (rules.md#generated-clients)', () => {
  it.each([
    ['User accounts', 'userAccounts'],
    ['user-accounts', 'userAccounts'],
    ['API', 'api'],
    ['delete', 'delete_'],
    ['then', 'then_'],
    ['types', 'types_'],
    ['../x', 'x'],
    ['../../etc/passwd', 'etcPasswd'],
    ['C:\\windows', 'cWindows'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor'],
    ['2fa', '_2fa'],
    ['', 'other'],
    [' \u202e/*', 'other'],
    ['"; evil(); //', 'evil'],
    ['用户', '用户'],
    ['Ünïcode', 'ünïcode'],
    [5, 'other'],
    [undefined, 'other'],
    ['x'.repeat(5000), 'x'.repeat(60)],
  ])('%j is %s', async (tag, name) => {
    const { files } = await groupedFrom(tagged([[tag, 'a']]));
    expect(Object.keys(files)).toEqual(['api.ts', `api.${name}.ts`]);
    expect(files['api.ts']).toContain(`export * as ${name} from './api.${name}.js';`);
  });

  it.each([
    ['user accounts', 'user-accounts', 'userAccounts'],
    ['userAdmin', 'useradmin', 'userAdmin'],
  ])('are merged with a warning if they are equal, also without case: %s', async (one, other, name) => {
    const { files, warnings } = await groupedFrom(
      tagged([
        [other, 'b'],
        [one, 'a'],
      ]),
    );
    expect(exportedValues(files['api.ts'])).toEqual([name]);
    expect(exportedValues(files[`api.${name}.ts`])).toEqual(['a', 'b']);
    expect(warnings).toEqual([
      expect.stringMatching(/^\[group-name\] its group ".*" is merged with ".*": both are named/),
    ]);
  });

  it('merge the operations without a tag into a group "other" of the document', async () => {
    const { files, warnings } = await groupedFrom(
      tagged([
        [undefined, 'a'],
        ['other', 'b'],
      ]),
    );
    expect(exportedValues(files['api.other.ts'])).toEqual(['a', 'b']);
    expect(warnings).toEqual([]);
  });
});

describe('names of endpoints in groups (rules.md#generated-clients)', () => {
  it.each([
    ['users', 'users/get', 'get'],
    ['users', 'users_get', 'get'],
    ['users', 'usersGet', 'get'],
    ['Users', 'UsersController_get', 'get'],
    ['users', 'UsersController', 'controller'],
    ['User accounts', 'user-accounts/list-all', 'listAll'],
    ['API keys', 'APIKeysList', 'list'],
    ['users', 'getUsers', 'getUsers'],
    ['users', 'users', 'users'],
    ['user', 'username', 'username'],
    ['users', 'user_get', 'userGet'],
    ['users', 'users/delete', 'delete_'],
    ['orders', 'users/get', 'usersGet'],
  ])('in %s, %s is %s', async (tag, id, name) => {
    const { files } = await groupedFrom(tagged([[tag, id]]));
    expect(exportedValues(Object.values(files)[1])).toEqual([name]);
  });

  it('stay long if the short name is taken', async () => {
    const ids = ['users/get', 'get', 'users/list', 'users/users/list'];
    const { files } = await groupedFrom(tagged(ids.map((id) => ['users', id])));
    expect(exportedValues(files['api.users.ts'])).toEqual(['get', 'list', 'usersGet', 'usersUsersList']);
  });

  it('can be those of imports and of shared types', async () => {
    const schemas = {
      list: { type: 'array', items: { type: 'string', format: 'date' } },
      用户: { type: 'object', properties: { all: { $ref: '#/components/schemas/list' } } },
    };
    const ok = { 200: answers({ $ref: '#/components/schemas/用户' }) };
    const document = openApi(
      Object.fromEntries(
        ['u/list', 'u/date', '用户', 'u/decodes', 'u/type'].map((operationId, index) => [
          `/${index}`,
          { get: { operationId, tags: ['u'], responses: ok } },
        ]),
      ),
      { components: { schemas } },
    );
    for (const options of [{ dates: 'date' }, { schemas: 'zod' }] as const) {
      const { files } = await groupedFrom(document, options);
      const program = `import { u } from './api.js';\nexport const all = [u.list, u.date, u.decodes, u.用户, u.type];\n`;
      expect(clientErrors({ ...files, 'program.ts': program })).toEqual([]);
    }
  }, 60_000);
});

describe('usedNames', () => {
  it.each([
    ['new A<B, { C: D; E?: F }>()', ['new', 'A', 'B', 'D', 'F']],
    ['x.Y /* Z */ // W\n', ['x']],
    ['\'A\' "B\\"C" `D ${string}`', []],
    ['{ A: /* B: C */ D }', ['D']],
    ['as("a") as b', ['as', 'b']],
    ['{ a } as const', ['a', 'const']],
    ['const $a = 1;\nexport { $a as a };', ['const', '$a']],
    ["'it\\'s A' B", ['B']],
  ])('finds the names in %j', (code, names) => {
    expect([...usedNames(code)]).toEqual(names);
  });
});
