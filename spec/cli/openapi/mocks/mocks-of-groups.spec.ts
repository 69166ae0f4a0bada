import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../../../lib/entries/openapi-generator.js';
import { clientErrors } from '../../../support/client-errors.js';
import { HomingCommand } from '../../../support/homing-command.js';
import { answers, NOTHING, openApi } from '../../../support/open-api.js';

const USER = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string', example: 'Ada' } },
};
const STREAM = { 200: { description: '', content: { 'text/event-stream': { schema: USER } } } };

/** An operation with this tag. */
const tagged = (tag: string, operationId: string, responses: object): object => ({
  get: { operationId, tags: [tag], responses },
});

const SHOP = openApi({
  '/users/1': tagged('users', 'users/get', { 200: answers(USER), 404: NOTHING }),
  '/clients': tagged('client', 'listClients', { 200: answers({ type: 'array', items: USER }) }),
  '/events': tagged('events', 'watch', STREAM),
});

const PROGRAM = `import { createApi } from 'homing';
import { mockApi } from 'homing/testing';
import * as requests from './api.js';
import * as mocks from './api.mocks.js';

const { fetch } = mockApi(requests, { ...mocks, users: { get: mocks.users.get({ name: 'Eva' }) } });
export const api = createApi({ baseUrl: 'https://a.test', requests, fetch });
mockApi(requests, { ...mocks, client: { listClients: mocks.client.listClients.status(200) } });
`;

describe('the mocks of a client with groups', () => {
  it('have the structure of the groups', async () => {
    const { mocks } = await generate({ document: SHOP, groups: 'tags', mocks: './api.js' });
    expect(mocks).toBe(`// homing 5.3.1: Small 1, mocks
/* eslint-disable */
import * as client_ from './api.js';
import { endpointMock } from 'homing/testing';

export const client = {
  listClients: /* @__PURE__ */ endpointMock(client_.client.listClients, {
    200: [{ id: 1, name: 'Ada' }],
  }),
};

export const users = {
  get: /* @__PURE__ */ endpointMock(client_.users.get, {
    200: { id: 1, name: 'Ada' },
    404: null,
  }),
};
`);
  });

  it('are accepted by mockApi', async () => {
    const { text, parts, mocks = '' } = await generate({ document: SHOP, groups: 'tags', mocks: './api.js' });
    const files = Object.fromEntries(parts.map((part) => [part.fileName, part.text]));
    expect(clientErrors({ 'api.ts': text, 'api.mocks.ts': mocks, ...files, 'program.ts': PROGRAM })).toEqual(
      [],
    );
  }, 60_000);
});

describe('--mocks with --groups', () => {
  let command: HomingCommand;
  beforeEach(() => {
    command = new HomingCommand();
  });
  afterEach(() => command.close());
  const run = (document: object) =>
    command.run(
      ...['openapi', command.save(document), '-o', command.at('src/api.ts'), '--groups', 'tags'],
      ...['--mocks', command.at('src/api.mocks.ts')],
    );

  it('writes the files of the groups, and the mocks, which stay in the next run', async () => {
    const responses = { 200: answers(USER) };
    const document = openApi({ '/users/1': tagged('users', 'users/get', responses) });
    for (const time of ['first', 'second']) {
      expect([time, (await run(document)).code]).toEqual([time, 0]);
      expect(command.read('src/api.users.ts')).toContain('export const get = ');
      expect(command.read('src/api.mocks.ts')).toContain('endpointMock(client.users.get, ');
    }
  });

  it('is rejected if a group has the file of the mocks', async () => {
    const document = openApi({ '/mocks': tagged('mocks', 'list', { 200: answers(USER) }) });
    const { code, stderr } = await run(document);
    expect([code, stderr]).toEqual([2, expect.stringContaining('two generated files have the path')]);
    expect(() => command.read('src/api.ts')).toThrow('ENOENT');
  });
});
