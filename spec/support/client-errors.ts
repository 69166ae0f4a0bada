import ts from 'typescript';
import { compilerHost } from './compiler-host.js';

const ROOT = process.cwd().replaceAll('\\', '/');

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  skipLibCheck: true,
  paths: { homing: [`${ROOT}/lib/index.ts`], 'homing/*': [`${ROOT}/lib/entries/*.ts`] },
};

/** The compiler errors of generated files and of programs that import them, by strict settings. */
export const clientErrors = (texts: Readonly<Record<string, string>>): string[] => {
  const files = new Map(Object.entries(texts).map(([name, text]) => [`${ROOT}/generated/${name}`, text]));
  const host = compilerHost(OPTIONS, files);
  host.directoryExists = () => true;
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  return [...files.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) =>
        `${name.slice(ROOT.length + 11)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
};
