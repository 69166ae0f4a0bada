import { beforeAll, describe, expect, it } from 'vitest';
import { statSync } from 'node:fs';
import { generate } from '../../../lib/cli/openapi/generate.js';
import { compileErrors } from '../../support/compile-errors.js';
import { parsedFile } from '../../support/parsed-file.js';
import ts from 'typescript';

const DOCUMENT = 'node_modules/@octokit/openapi/generated/api.github.com.json';

/** Only the names of homing that the file uses. Other specs check with small documents that they fit together. */
const HOMING =
  "declare module 'homing' { class Request<Params, Data, Errors = {}, Input = unknown, Success = never> { readonly of: [Params, Data, Errors, Input, Success]; constructor(config: object) }\n" +
  'type ResultsByStatus<Data, Errors, Reply = unknown> = [Data, Errors, Reply]; type TypedResponse<Headers> = Headers }\n' +
  "declare module 'homing/openapi' { function places(map: object): object; function plainPlaces(map: object): object }\n";

describe('the client of GitHub', () => {
  let text = '';
  let statements: readonly ts.Statement[] = [];
  beforeAll(async () => {
    ({ text } = await generate({ document: DOCUMENT, offline: true }));
    statements = parsedFile(text);
  });

  const ofKind = (kind: ts.SyntaxKind): readonly ts.Statement[] =>
    statements.filter((statement) => statement.kind === kind);

  it('has an endpoint for each operation, and otherwise only types', () => {
    expect(ofKind(ts.SyntaxKind.VariableStatement)).toHaveLength(1223);
    const rest = [ts.SyntaxKind.TypeAliasDeclaration, ts.SyntaxKind.ImportDeclaration].flatMap(ofKind);
    expect(rest).toHaveLength(statements.length - 1223);
  });

  it('compiles', () => {
    expect(
      compileErrors(
        new Map([
          ['/github.ts', text],
          ['/homing.d.ts', HOMING],
        ]),
      ),
    ).toEqual([]);
  });

  it('is much smaller than the document', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(statSync(DOCUMENT).size / 5);
  });
});
