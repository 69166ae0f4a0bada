import { describe, expect, it } from 'vitest';
import { generate } from '../../../../lib/entries/openapi-generator.js';
import { NOTHING, openApi } from '../../../support/open-api.js';

const methodsOf = async (...ids: readonly string[]) => {
  const paths = ids.map((operationId, index) => [
    `/invoices/${index}`,
    { post: { operationId, tags: ['invoices'], responses: { 204: NOTHING } } },
  ]);
  const document = openApi(Object.fromEntries(paths), { servers: [{ url: 'https://api.acme.test' }] });
  const { parts } = await generate({ document, fileName: 'requests.ts', docs: false, sdk: true });
  const { text = '' } = parts.find(({ fileName }) => fileName === 'resources.ts') ?? {};
  return [...text.matchAll(/^ {4}(\w+)\(/gm)].map(([, name]) => name);
};

describe('the name of a method', () => {
  it('can be a reserved word', async () => {
    expect(await methodsOf('exportInvoices', 'voidInvoice')).toEqual(['export', 'void']);
  });

  it('is never `then`, which would make the resource a promise', async () => {
    expect(await methodsOf('thenInvoices')).toEqual(['then_']);
  });
});

describe('a chosen name of a method', () => {
  const named = (place: string, rest: object = {}) => {
    const operation = { operationId: 'getThing', tags: ['things'], responses: { 204: NOTHING }, ...rest };
    const document = openApi({ '/things': { get: operation } }, { servers: [{ url: 'https://a.test' }] });
    return generate({ document, fileName: 'requests.ts', sdk: { names: place ? { getThing: place } : {} } });
  };

  it.each(['then', 'things.then', 'a.b.then'])(
    'is rejected if its resource would be a promise: %s',
    async (place) => {
      const message = `GET /things is named ${place}, which makes its resource a promise: name it in sdk.names`;
      await expect(named(place)).rejects.toThrow(message);
      await expect(named('', { 'x-homing-sdk': place })).rejects.toThrow(message);
    },
  );

  it.each(['things.__proto__', 'things.__proto__.get'])(
    'is rejected if it would replace a prototype: %s',
    async (place) => {
      await expect(named(place)).rejects.toThrow(`GET /things is named ${place}, which no object can have`);
    },
  );

  it('can be `then` for a resource', async () => {
    const { parts } = await named('then.get');
    expect(parts.find(({ fileName }) => fileName === 'resources.ts')?.text).toContain('  then: {\n');
  });
});

describe('the name of a resource', () => {
  const resourceOf = async (tag: string, rest: object = {}, sdk: object = {}) => {
    const operation = { operationId: 'listThings', tags: [tag], responses: { 204: NOTHING } };
    const servers = [{ url: 'https://api.acme.test' }];
    const document = openApi({ '/things': { get: operation } }, { servers, ...rest });
    const { parts } = await generate({ document, fileName: 'requests.ts', docs: false, sdk });
    const { text = '' } = parts.find(({ fileName }) => fileName === 'resources.ts') ?? {};
    return /^ {2}(\w+): \{$/m.exec(text)?.[1];
  };

  it('is never the name of a member of the client', async () => {
    for (const tag of ['client', 'results', 'request', 'withOptions', 'constructor', 'toString'])
      expect(await resourceOf(tag)).toBe(`${tag}_`);
  });

  it('can be webhooks if the client has no such member', async () => {
    const webhooks = { paid: { post: { responses: { 200: NOTHING } } } };
    expect(await resourceOf('webhooks')).toBe('webhooks');
    expect(await resourceOf('webhooks', {}, { webhooks: 'stripe' })).toBe('webhooks_');
    expect(await resourceOf('webhooks', { webhooks }, { webhooks: false })).toBe('webhooks');
  });

  it('is rejected if the configuration chooses the name of a member', async () => {
    const named = resourceOf('things', {}, { names: { listThings: 'client.list' } });
    await expect(named).rejects.toThrow('GET /things is named client, as a member of each client');
  });
});

describe('the arguments of a method', () => {
  it('contain no undefined body, which exactOptionalPropertyTypes rejects', async () => {
    const content = { 'application/json': { schema: { type: 'object' } } };
    const operation = { operationId: 'addThing', requestBody: { content }, responses: { 204: NOTHING } };
    const servers = [{ url: 'https://api.acme.test' }];
    const document = openApi({ '/things': { post: operation } }, { servers });
    const { parts } = await generate({ document, fileName: 'requests.ts', docs: false, sdk: true });
    const { text } = parts.find(({ fileName }) => fileName === 'resources.ts') ?? {};
    expect(text).toContain('api.addThing({ ...(body !== undefined && { body }) }, options)');
  });

  it('have different names if path params differ only in case and signs', async () => {
    const names = ['a-b', 'a_b', 'aB', 'aB2'];
    const schema = { type: 'string' };
    const parameters = names.map((name) => ({ in: 'path', name, required: true, schema }));
    const path = `/things/${names.map((name) => `{${name}}`).join('/')}`;
    const operation = { operationId: 'getThing', parameters, responses: { 204: NOTHING } };
    const servers = [{ url: 'https://api.acme.test' }];
    const document = openApi({ [path]: { get: operation } }, { servers });
    const { parts } = await generate({ document, fileName: 'requests.ts', docs: false, sdk: true });
    const { text = '' } = parts.find(({ fileName }) => fileName === 'resources.ts') ?? {};
    const used = [...text.matchAll(/(\w+): string/g)].map(([, name]) => name);
    expect(used).toHaveLength(4);
    expect(new Set(used).size).toBe(4);
  });

  it('imports no endpoint of which the name starts another name', async () => {
    const operation = { operationId: 'request', responses: { 204: NOTHING } };
    const servers = [{ url: 'https://api.acme.test' }];
    const document = openApi({ '/things': { get: operation } }, { servers });
    const { parts } = await generate({ document, fileName: 'requests.ts', docs: false, sdk: true });
    const { text } = parts.find(({ fileName }) => fileName === 'resources.ts') ?? {};
    expect(text).not.toContain('import type { request }');
  });

  it.each([
    ['Not found error', 'NotFoundErrorClient', 'ResourceErrors'],
    ['Resource errors', 'ResourceErrors', 'ResourceErrors_'],
  ])('declares one class for the title %s', async (title, className, errors) => {
    const servers = [{ url: 'https://api.acme.test' }];
    const info = { title, version: '1.0.0' };
    const operation = { operationId: 'getThing', responses: { 204: NOTHING } };
    const document = openApi({ '/things': { get: operation } }, { servers, info });
    const { parts } = await generate({ document, fileName: 'requests.ts', docs: false, sdk: true });
    const { text } = parts.find(({ fileName }) => fileName === 'index.ts') ?? {};
    expect(text).toContain(`export class ${className} extends`);
    expect(text).toContain(`import { resources, type ${errors} } from './resources.js'`);
  });
});
