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
