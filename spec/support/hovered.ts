import ts from 'typescript';

// Paths in the form of the compiler.
const ROOT = process.cwd().replaceAll('\\', '/');

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  skipLibCheck: true,
  paths: { homing: [`${ROOT}/lib/index.ts`], 'homing/*': [`${ROOT}/lib/entries/*.ts`] },
};

/** Shares the parsed files of all services. */
const REGISTRY = ts.createDocumentRegistry();

/** The marker before a name that the cursor points at. */
const POINTED = '/*?*/';

/** What an editor shows for a name. */
interface Hover {
  /** Its declaration. */
  readonly declaration: string;
  readonly comment: string;
}

/** What an editor shows for the names after a POINTED marker, in order. */
const hovers = (files: Readonly<Record<string, string>>): Hover[] => {
  const texts = new Map(Object.entries(files).map(([name, text]) => [`${ROOT}/hovered/${name}`, text]));
  const program = `${ROOT}/hovered/program.ts`;
  const read = (name: string): string | undefined => texts.get(name) ?? ts.sys.readFile(name);
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [program],
    // A file that isn't on the disk can have another text in the next service.
    getScriptVersion: (name) => texts.get(name) ?? '1',
    getScriptSnapshot: (name) => {
      const text = read(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: () => true,
  };
  const service = ts.createLanguageService(host, REGISTRY);
  const [first] = service.getSemanticDiagnostics(program);
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'));
  const [, ...after] = (texts.get(program) ?? '').split(POINTED);
  let position = (texts.get(program) ?? '').length - after.join(POINTED).length;
  return after.map((text) => {
    const info = service.getQuickInfoAtPosition(program, position);
    position += text.length + POINTED.length;
    return {
      declaration: ts.displayPartsToString(info?.displayParts),
      comment: ts.displayPartsToString(info?.documentation),
    };
  });
};

/**
 * The comments that an editor shows for the names after a POINTED marker, in order.
 *
 * @param files The files by name. The program is `program.ts`, and imports the others as `./name.js`.
 */
export const hovered = (files: Readonly<Record<string, string>>): string[] =>
  hovers(files).map(({ comment }) => comment);

/** The declarations that an editor shows for the names after a POINTED marker, in order; one line each. */
export const hoveredDeclarations = (
  program: string,
  others: Readonly<Record<string, string>> = {},
): string[] =>
  hovers({ ...others, 'program.ts': program }).map(({ declaration }) => declaration.replace(/\s+/g, ' '));
