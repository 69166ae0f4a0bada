import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { compose } from './module.mjs';
import { root } from './pages.mjs';

/** A folder in the package, so that `homing` resolves to the build, as for a reader. */
export const directory = join(root, 'integration/docs/.blocks');

/** @type {ts.CompilerOptions} */
const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ['node'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The errors 7005 to 7053 are about missing type annotations, which JavaScript doesn't have. */
const isImplicitAny = ({ code }) => code > 7000 && code < 7060;

const messageOf = ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n');

/** Compares the errors that a block declares with the errors of the compiler. */
function unlike({ parts }, found) {
  const wanted = [...parts.at(-1).code.matchAll(/\/\/ Error: *(.+)$/gm)].map(([, part]) => part.trim());
  if (wanted.length === 0)
    return ['must not compile, but has no comment with the reason: // Error: part of the message'];
  return [
    ...wanted
      .filter((part) => !found.some(({ message }) => message.includes(part)))
      .map((part) => `should be an error that says "${part}"`),
    ...found
      .filter(({ message }) => !wanted.some((part) => message.includes(part)))
      .map(({ line, message }) => `has another error, in line ${line}: ${message}`),
  ];
}

const nameOf = ({ file, line, lang }) => `${file.replace(/\.md$/, '').replaceAll('/', '.')}-${line}.${lang}`;

/**
 * Compiles all blocks as one program.
 *
 * @param {import('./blocks.mjs').Block[]} blocks
 * @returns {string[]} The mistakes.
 */
export function checkTypes(blocks) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const modules = new Map();
  for (const block of blocks) {
    const path = join(directory, nameOf(block));
    const module = compose(block);
    writeFileSync(path, module.text);
    modules.set(path, { block, module });
  }
  const program = ts.createProgram([...modules.keys()], OPTIONS);
  return [...modules].flatMap(([path, { block, module }]) => {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .filter((diagnostic) => block.lang !== 'js' || !isImplicitAny(diagnostic))
      .map((diagnostic) => ({
        line: module.pageLine(source.getLineAndCharacterOfPosition(diagnostic.start).line + 1),
        message: messageOf(diagnostic),
      }));
    if (block.marks.has('error'))
      return unlike(block, found).map((fault) => `${block.file}:${block.line} ${fault}`);
    return found.map(({ line, message }) => `${block.file}:${line} ${message}`);
  });
}
