import { compileFunction } from 'node:vm';
import ts from 'typescript';
import * as valibot from 'valibot';
import { describe, expect, it } from 'vitest';
import * as zod from 'zod';
import * as zodMini from 'zod/mini';
import * as homing from '../../../../lib/index.js';
import { generatedFrom } from '../../../support/generated.js';
import { answers, openApi } from '../../../support/open-api.js';

const MODULES: Readonly<Record<string, unknown>> = { homing, zod, 'zod/mini': zodMini, valibot };

interface StandardSchema {
  readonly '~standard': { validate(value: unknown): { readonly issues?: readonly unknown[] } };
}

/** Generates the schema of a response and returns its verdict over values. */
const verdicts = async (
  schemas: 'zod' | 'zod-mini' | 'valibot',
  schema: object,
  values: readonly unknown[],
): Promise<boolean[]> => {
  const paths = { '/things': { get: { operationId: 'call', responses: { 200: answers(schema) } } } };
  const { text } = await generatedFrom(openApi(paths), { schemas });
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(text, { compilerOptions });
  const exported: Record<string, StandardSchema> = {};
  compileFunction(outputText, ['exports', 'require'])(exported, (name: string) => MODULES[name]);
  return values.map((value) => exported['CallData']?.['~standard'].validate(value).issues === undefined);
};

describe.each(['zod', 'zod-mini', 'valibot'] as const)('numbers of %s', (library) => {
  it('int32 accepts the values of 32 bits only', async () => {
    const values = [-(2 ** 31), 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 31, 1.5];
    expect(await verdicts(library, { type: 'integer', format: 'int32' }, values)).toEqual([
      ...[true, true, false, false, false],
    ]);
  });

  it('a narrower limit of the document wins over int32', async () => {
    const schema = { type: 'integer', format: 'int32', minimum: 0, maximum: 10 };
    expect(await verdicts(library, schema, [-1, 0, 10, 11])).toEqual([false, true, true, false]);
  });

  it('int64 accepts integers beyond 32 bits', async () => {
    expect(await verdicts(library, { type: 'integer', format: 'int64' }, [2 ** 40, 0.5])).toEqual([
      true,
      false,
    ]);
  });
});
