import { describe, expect, it } from 'vitest';
import type { HookedSchema } from '../../../../lib/entries/openapi-generator.js';
import { generatedFrom } from '../../../support/generated.js';
import { answers, openApi } from '../../../support/open-api.js';

const document = openApi(
  {
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: answers({ $ref: '#/components/schemas/order' }) } },
    },
  },
  {
    components: {
      schemas: {
        order: {
          type: 'object',
          properties: {
            price: { $ref: '#/components/schemas/Price' },
            extra: { $ref: '#/components/schemas/Extra' },
            at: { type: 'string', format: 'date' },
          },
        },
        Price: { type: 'object', properties: { until: { type: 'string', format: 'date' } } },
        Extra: { type: 'object', properties: { until: { type: 'string', format: 'date' } } },
      },
    },
  },
);

const onSchema = ({ name }: HookedSchema) => {
  if (name === 'Order') return { name: 'Purchase' };
  if (name === 'Price') return { type: "import('./money.js').Money" };
  return name !== 'Extra';
};

describe('onSchema', () => {
  it.each(['zod', 'zod-mini', 'valibot'] as const)('renames and replaces schemas of %s', async (schemas) => {
    const { text } = await generatedFrom(document, { schemas, dates: 'date', onSchema });
    expect(text).toContain('export const Purchase = ');
    expect(text).toMatch(/export const Price = .*\.custom<import\('\.\/money\.js'\)\.Money>/);
    expect(text).toMatch(/export const Extra = .*\.unknown\(\)/);
    expect(text).not.toContain('until');
  });

  it('leaves the values of a replaced type as they are', async () => {
    const { text } = await generatedFrom(document, { dates: 'date', onSchema });
    expect(text).toContain('const PurchaseCodec = /* @__PURE__ */ (() => object({ at: date }))();\n');
    expect(text).toContain("export type Price = import('./money.js').Money;\n");
  });
});
