import ts from 'typescript';
import { compilerHost } from './compiler-host.js';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: [],
};

/** The platform types that generated types use. Checking all platform types would take most of the time. */
const PLATFORM = [
  '/platform.d.ts',
  ['Blob', 'FormData', 'ReadableStream', 'URLSearchParams']
    .map(
      (name) =>
        `interface ${name} { readonly is${name}: 1 }\ndeclare var ${name}: { new (of?: unknown): ${name} };\n`,
    )
    .join(''),
] as const;

/** The compiler errors of files that only import each other. Compiles them as one program, which is faster. */
export const compileErrors = (texts: ReadonlyMap<string, string>): string[] => {
  const files = new Map([...texts, PLATFORM]);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...files.keys()], OPTIONS, compilerHost(OPTIONS, files)))
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
};
