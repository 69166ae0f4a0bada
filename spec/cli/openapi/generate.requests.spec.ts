import { describe, expect, it } from 'vitest';
import { createApi } from '../../../lib/index.js';
import { generatedModule } from '../../support/generated-client.js';
import { generatedFrom } from '../../support/generated.js';
import { answers, openApi } from '../../support/open-api.js';

const document = openApi({
  '/users': {
    get: { operationId: 'listUsers', responses: { 200: answers({ type: 'object', properties: {} }) } },
  },
  '/z': { get: { operationId: 'requests', responses: { 204: { description: 'nothing' } } } },
});

describe('requests of a generated client', () => {
  it.each(['zod', 'zod-mini', 'valibot'] as const)(
    'has the endpoints next to the schemas of %s',
    async (schemas) => {
      const { text } = await generatedFrom(document, { schemas });
      expect(text.endsWith('\nexport const requests = { listUsers, requests_ };\n')).toBe(true);
      const { requests } = generatedModule(text) as { requests: Parameters<typeof createApi>[0]['requests'] };
      expect(Object.keys(createApi({ baseUrl: 'https://a.test', requests }))).toEqual([
        'listUsers',
        'requests_',
      ]);
    },
  );

  it('is not needed without schemas', async () => {
    expect((await generatedFrom(document)).text).not.toContain('const requests =');
  });
});
