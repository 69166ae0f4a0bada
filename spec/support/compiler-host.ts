import ts from 'typescript';

/** The files on the disk that programs with the same options have read. To parse them again takes most of the time. */
const parsedFiles = new WeakMap<ts.CompilerOptions, Map<string, ts.SourceFile | undefined>>();

/**
 * A compiler host that also finds files that aren't on the disk.
 *
 * @param options Options of the program. Pass the same object each time, so that the parsed files can be reused.
 * @param texts The texts of the additional files, by their whole path.
 */
export const compilerHost = (
  options: ts.CompilerOptions,
  texts: ReadonlyMap<string, string>,
): ts.CompilerHost => {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  const parsed = parsedFiles.get(options) ?? new Map<string, ts.SourceFile | undefined>();
  parsedFiles.set(options, parsed);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, languageVersion);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, languageVersion, ...rest));
    return parsed.get(name);
  };
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  return host;
};
