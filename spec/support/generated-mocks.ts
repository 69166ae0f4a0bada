import { generate, type GenerateOptions } from '../../lib/entries/openapi-generator.js';

/** Bodies by status, and headers, of each mock by endpoint name. */
type Mocks = Readonly<
  Record<string, { readonly bodies: Record<string, unknown>; readonly headers: unknown }>
>;

/** Runs the text of a mocks file, with the bodies instead of responses. */
export const runMocks = (text: string): Mocks => {
  const found: Record<string, { bodies: Record<string, unknown>; headers: unknown }> = {};
  const body = text
    .replace(/^import .*$/gm, '')
    .replace(/^export const (\w+) = /gm, 'found["$1"] = ')
    .replace(/client\.\w+/g, 'undefined');
  const record = (_: unknown, bodies: Record<string, unknown>, headers: unknown) => ({ bodies, headers });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text is what is tested
  new Function('found', 'endpointMock', 'faker', body)(found, record, {
    seed: () => {},
    person: { fullName: () => 'Ada' },
  });
  return found;
};

/** Options of `generate`, and schemas of the document. */
interface Given extends Partial<GenerateOptions> {
  readonly components?: object;
}

/** The mocks of a document with these responses of `GET /things`, and the warnings about them. */
export const mocksOf = async (responses: object, { components = {}, ...options }: Given = {}) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/things': { get: { operationId: 'getThings', responses } } },
    components: { schemas: components },
  };
  const { mocks = '', warnings } = await generate({ document, mocks: './api.js', ...options });
  const { bodies = {}, headers } = runMocks(mocks)['getThings'] ?? {};
  const own = warnings.filter(({ code }) => code === 'mock').map(({ pointer }) => pointer);
  return { mocks, bodies, headers, warnings: own };
};

/** The mock of a JSON response with this schema. */
export const mockOf = async (schema: object, given: Given = {}): Promise<unknown> => {
  const content = { 'application/json': { schema } };
  return (await mocksOf({ 200: { description: '', content } }, given)).bodies['200'];
};
