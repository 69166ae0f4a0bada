// Short documents. Each tests a feature that homing leaves to its document readers.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const INFO = { title: 'Small', version: '1' };

const json = (schema) => ({ description: '', content: { 'application/json': { schema } } });
const schemas = (all) => ({ components: { schemas: all } });
const getting = (schema, rest = {}) => ({
  get: { operationId: 'get', responses: { 200: json(schema) }, ...rest },
});
const document = (paths, rest = {}) => ({ openapi: '3.1.0', info: INFO, paths, ...rest });
const ref = ($ref) => ({ $ref });

const SWAGGER = {
  swagger: '2.0',
  info: INFO,
  host: 'api.example.com',
  basePath: '/v1',
  schemes: ['https'],
  produces: ['application/json'],
  paths: {
    '/files': {
      post: {
        operationId: 'addFile',
        consumes: ['multipart/form-data'],
        parameters: [
          { in: 'formData', name: 'file', type: 'file', required: true },
          { in: 'query', name: 'tags', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
        ],
        responses: {
          200: { description: '', schema: ref('#/definitions/File') },
          404: ref('#/responses/None'),
        },
      },
    },
  },
  responses: { None: { description: '', schema: { type: 'string' } } },
  definitions: {
    File: { type: 'object', required: ['id'], properties: { id: { type: 'integer', format: 'int64' } } },
  },
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
};

const withOwnProduces = structuredClone(SWAGGER);
withOwnProduces.paths['/files'].post.produces = ['application/xml', 'application/json'];

/** The documents by file name, with one folder per group. */
const FILES = {
  'one-file/api.json': document(
    { '/a': getting(ref('#/components/schemas/A')) },
    schemas({ A: { type: 'string' } }),
  ),
  '3.0/api.json': {
    ...document({ '/a': getting({ type: 'string', nullable: true, example: 1 }) }),
    openapi: '3.0.3',
  },
  '3.2/api.json': {
    ...document({
      '/a': {
        ...getting(
          { type: 'string' },
          { parameters: [{ in: 'querystring', name: 'q', content: { 'text/plain': {} } }] },
        ),
        query: { responses: { 200: json({ type: 'string' }) } },
        additionalOperations: { COPY: { responses: { 200: json({ type: 'string' }) } } },
      },
    }),
    openapi: '3.2.0',
    $self: 'https://api.example.com/openapi.json',
  },
  'files/api.yaml': `openapi: 3.1.0
info: { title: Small, version: '1' }
paths:
  /a: { $ref: ./paths/a.yaml }
  /b: { $ref: './paths/b.yaml#/~1b' }
`,
  'files/paths/a.yaml': `get:
  operationId: getA
  parameters: [{ $ref: '../parts.yaml#/parameters/page' }]
  responses:
    200: { $ref: ../parts.yaml#/responses/a }
`,
  'files/paths/b.yaml': `/b:
  get:
    operationId: getB
    responses:
      '200': { description: '', content: { application/json: { schema: { $ref: './thing.json' } } } }
`,
  'files/paths/thing.json': { type: 'object', properties: { next: ref('#'), a: ref('../thing.json') } },
  'files/thing.json': { type: 'object', properties: { other: { type: 'number' } } },
  'files/parts.yaml': `parameters: { page: { in: query, name: page, schema: { type: integer } } }
responses: { a: { description: '', content: { application/json: { schema: { $ref: ./thing.json } } } } }
`,
  'one-name/api.json': document({
    '/a': getting(ref('./a.json#/User')),
    '/b': { get: { operationId: 'b', responses: { 200: json(ref('./b.json#/User')) } } },
  }),
  'one-name/a.json': { User: { type: 'object', properties: { a: { type: 'string' } } } },
  'one-name/b.json': { User: { type: 'object', properties: { b: { type: 'string' } } } },
  'anchors/api.json': document(
    { '/a': getting(ref('#here')) },
    schemas({ A: { $anchor: 'here', type: 'object', properties: { a: ref('#here') } } }),
  ),
  'circles/api.json': document(
    { '/a': getting(ref('#/components/schemas/A')) },
    schemas({
      A: { allOf: [ref('#/components/schemas/B'), { properties: { a: ref('#/components/schemas/A') } }] },
      B: { type: 'array', items: ref('#/components/schemas/A') },
      C: ref('#/components/schemas/C'),
    }),
  ),
  'discriminator/api.json': document(
    { '/a': getting(ref('#/components/schemas/Pet')) },
    schemas({
      Pet: {
        oneOf: [ref('#/components/schemas/Cat'), ref('./dog.json')],
        discriminator: {
          propertyName: 'kind',
          mapping: { cat: '#/components/schemas/Cat', dog: './dog.json' },
        },
      },
      Cat: { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
    }),
  ),
  'discriminator/dog.json': { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
  'odd/api.json': document(
    {
      '/a': {
        ...getting({ type: 'text', properties: [], required: true, unheard: 1 }, { tags: 'a', summery: 'b' }),
        'x-a': ref('#/nowhere'),
      },
    },
    { webhooks: { a: { post: { responses: {} } } }, externalDocs: {}, tags: [{}], components: { x: {} } },
  ),
  'untitled/api.json': {
    openapi: '3.0.0',
    info: { version: 1 },
    paths: { '/a': getting({ type: 'string' }) },
  },
  'examples/api.json': document({
    '/a': {
      get: {
        operationId: 'get',
        responses: {
          200: {
            description: '',
            content: {
              'application/json': {
                schema: { type: 'string', default: ref('#/x') },
                example: ref('./none.json'),
              },
            },
          },
        },
      },
    },
  }),
  'aliases/api.yaml': `openapi: 3.1.0
info: { title: Small, version: '1' }
paths:
  /a: { get: &get { operationId: getA, responses: { 200: &fine { description: '', content: { application/json: { schema: { type: string } } } } } } }
  /b: { get: { <<: *get, operationId: getB, responses: { 200: *fine } } }
`,
  'lost/api.json': document({ '/a': getting(ref('#/components/schemas/None')) }),
  'lost-file/api.json': document({ '/a': getting(ref('./none.json')) }),
  'no-document/api.json': { a: 1 },
  'broken/api.yaml': 'openapi: 3.1.0\ninfo: { title\n',
  'swagger/api.json': SWAGGER,
  'swagger-produces/api.json': withOwnProduces,
};

/** Writes the documents into a folder. Returns the files to read first. */
export const writeDocuments = async (folder) => {
  for (const [name, content] of Object.entries(FILES)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return Object.keys(FILES)
    .filter((name) => /\/api\.(json|yaml)$/.test(name))
    .map((name) => join(folder, name));
};
