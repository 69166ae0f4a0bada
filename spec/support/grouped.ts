import { generate, type GenerateOptions } from '../../lib/entries/openapi-generator.js';

/** The files of a client in groups, by name, and its warnings. */
export const groupedFrom = async (
  document: object,
  options: Partial<GenerateOptions> = {},
): Promise<{ readonly files: Record<string, string>; readonly warnings: readonly string[] }> => {
  const { text, parts, warnings } = await generate({ groups: 'tags', docs: false, ...options, document });
  const { fileName = 'api.ts' } = options;
  const files = { [fileName]: text, ...Object.fromEntries(parts.map((part) => [part.fileName, part.text])) };
  return { files, warnings: warnings.map(({ code, message }) => `[${code}] ${message}`) };
};

/** The names that a file exports as values. */
export const exportedValues = (text = ''): string[] =>
  [...text.matchAll(/^export (?:const (\S+)|\{ \S+ as (\S+) \}|\* as (\S+))/gm)].map(
    ([, constant, renamed, group]) => constant ?? renamed ?? group ?? '',
  );
