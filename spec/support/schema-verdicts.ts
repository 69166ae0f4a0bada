import { describe, expect, it } from 'vitest';
import type { GenerateOptions } from '../../lib/entries/openapi-generator.js';
import { generatedFrom } from './generated.js';
import { generatedModule } from './generated-client.js';
import { answers, openApi, takes } from './open-api.js';

/** The schema libraries of the generator. */
export const LIBRARIES = ['zod', 'zod-mini', 'valibot'] as const;

interface Verdict {
  readonly value?: unknown;
  readonly issues?: readonly unknown[] | undefined;
}

/** What the schemas of all libraries have. */
export interface StandardSchema {
  readonly '~standard': { validate(value: unknown): Verdict };
}

interface GeneratedSchema {
  readonly validate: (value: unknown) => Verdict;
  readonly text: string;
  readonly warnings: readonly string[];
}

/** How a schema is generated. */
export interface SchemaPlace extends Partial<GenerateOptions> {
  /** Default: `received`. */
  readonly side?: 'received' | 'sent';
  /** Default: `3.1.0`. */
  readonly version?: string;
  /** Other schemas of the document, by name. */
  readonly others?: Readonly<Record<string, unknown>>;
}

/** Generates a schema, which has the name `Thing`. */
export const generatedSchema = async (
  schema: unknown,
  { side = 'received', version = '3.1.0', others = {}, ...options }: SchemaPlace,
): Promise<GeneratedSchema> => {
  const ref = { $ref: '#/components/schemas/Thing' };
  const call =
    side === 'received'
      ? { get: { operationId: 'call', responses: { 200: answers(ref) } } }
      : { post: { operationId: 'call', requestBody: takes(ref), responses: { 204: { description: '' } } } };
  const document = openApi({ '/': call }, { components: { schemas: { Thing: schema, ...others } } });
  const { text, warnings } = await generatedFrom({ ...document, openapi: version }, options);
  const exported = generatedModule(text) as Readonly<Record<string, StandardSchema>>;
  const { Thing: received, CallParams: params } = exported;
  const validate = (value: unknown): Verdict => {
    if (side === 'received') return received!['~standard'].validate(value);
    const { value: sent, issues } = params!['~standard'].validate({ body: value });
    return { value: (sent as { readonly body?: unknown } | undefined)?.body, issues };
  };
  return { validate, text, warnings };
};

/** A row of a table: a schema, and the values that it accepts and rejects. */
export interface VerdictRow extends Pick<SchemaPlace, 'side' | 'version' | 'others'> {
  readonly schema: unknown;
  readonly accepts: readonly unknown[];
  readonly rejects: readonly unknown[];
  readonly options?: Partial<GenerateOptions>;
  /** Only with `strictSchemas`, or only without. Default: both. */
  readonly strict?: boolean;
}

/** Runs a table for all libraries. A schema returns an accepted value without changes. */
export const describeVerdicts = (keyword: string, rows: Readonly<Record<string, VerdictRow>>): void => {
  const cases = Object.entries(rows).flatMap(([title, row]) =>
    LIBRARIES.flatMap((library) =>
      [false, true]
        .filter((strict) => (row.strict ?? strict) === strict)
        .map((strict) => [title, strict ? 'strict' : 'open', library, row, strict] as const),
    ),
  );
  describe(keyword, () => {
    it.each(cases)('%s, in %s schemas of %s', async (_, __, schemas, row, strictSchemas) => {
      const { schema, accepts, rejects, options, ...place } = row;
      const { validate } = await generatedSchema(schema, { ...place, ...options, schemas, strictSchemas });
      const values = [...accepts, ...rejects];
      const results = values.map((value) => validate(structuredClone(value)));
      const accepted = values.filter((__, index) => results[index]?.issues === undefined);
      expect(accepted).toEqual(accepts);
      expect(results.slice(0, accepts.length).map(({ value }) => value)).toEqual(accepts);
    });
  });
};
