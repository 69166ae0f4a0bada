import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createApi } from 'homing';
import { generate } from 'homing/openapi-generator';
import ts from 'typescript';

export const title = 'OpenAPI: generate a client with npx homing openapi api.json -o api.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  paths: {
    '/teams/{team}/members': {
      parameters: [{ in: 'path', name: 'team', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'members/list',
        parameters: [
          {
            in: 'query',
            name: 'roles',
            explode: false,
            schema: { type: 'array', items: { type: 'string' } },
          },
        ],
        responses: {
          200: { description: 'all', content: { 'application/json': {} } },
          404: { description: 'none' },
        },
      },
      post: {
        operationId: 'members/add',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
          },
        },
        responses: { 204: { description: 'added' } },
      },
    },
  },
};

/** Compiles TypeScript and imports it, like a build does. */
const load = async (text) => {
  const folder = new URL('../build/', import.meta.url);
  const file = new URL('api.mjs', folder);
  mkdirSync(folder, { recursive: true });
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(file, ts.transpileModule(text, { compilerOptions }).outputText);
  try {
    return await import(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export async function run({ baseUrl, server, expect, print }) {
  server.route('GET /teams/:team/members', ({ query }) => ({ json: { roles: query.get('roles') } }));
  server.route('POST /teams/:team/members', () => ({ status: 204 }));

  const { text, warnings } = await generate({ document });
  print(
    'generated',
    text
      .split('\n')
      .filter((line) => line.startsWith('export const'))
      .join('\n'),
  );
  const api = createApi({ baseUrl, requests: await load(text) });

  print('called', "api.membersList({ team: 'a/b', roles: ['admin', 'guest'] })");
  const { data } = await api.membersList({ team: 'a/b', roles: ['admin', 'guest'] });
  print('returned', data);
  print('called', "api.membersAdd({ team: 'a', body: { name: 'Ada' } })");
  const { error } = await api.membersAdd({ team: 'a', body: { name: 'Ada' } });
  const sent = server.takeRequests();

  expect('the generator had no warnings', warnings, []);
  expect('an array is encoded as the document declares', data, { roles: 'admin,guest' });
  expect(
    'the path, the query and the body have the right params',
    sent.map(({ line, body }) => [line, body]),
    [
      ['GET /teams/a%2Fb/members?roles=admin,guest', ''],
      ['POST /teams/a/members', '{"name":"Ada"}'],
    ],
  );
  expect('a response without a body is a success', error, null);
}
