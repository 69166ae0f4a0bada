import { visit } from 'unist-util-visit';

/** A path of the repository; one with a word in capitals stands for many. */
const PATH = /(?<![\w./@*-])(?:lib|spec|typings-spec|proof|scripts|examples|bench|docs)\/[\w./@-]*/g;
const STANDS_FOR_MANY = /\b(?:NAME|PAGE)\b/;

/** A file without its folder, as the pages on the code name them. */
const FILE = /^[\w.-]+\.(?:ts|mjs|cjs)$/;

/** Not kept in the repository. */
const GENERATED = /^docs\/api(?:\/|$)|(?:^|\/)node_modules(?:\/|$)/;

/** The pages on the code: what these name has to be in it. */
const ON_THE_CODE = new Set([
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/how-it-works.md',
  'docs/guide/building-a-part.md',
]);

/** Those that name files without their folders. */
const NAMES_FILES = new Set([...ON_THE_CODE, 'docs/node.md']);

/** History names what is gone. */
const PASSED_OVER = new Set(['CHANGELOG.md']);

/** A class, a function, a constant: words with a capital or an underline inside. */
const NAME = /(?<![\w/-])[A-Za-z$]+(?:[a-z\d][A-Z]|_)\w*(?![\w/-])/g;

/**
 * What the pages may name.
 *
 * @param {string[]} files
 * @param {{ file: string, text: string }[]} sources
 */
export const readNames = (files, sources) => {
  const folders = new Set(['docs']);
  for (const file of files)
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1))
      folders.add(file.slice(0, at));
  const code = sources.filter(({ file }) => !file.endsWith('.md') && !file.startsWith('proof/docs/'));
  return {
    paths: new Set([...files, ...folders]),
    files: new Set([...files].map((file) => file.slice(file.lastIndexOf('/') + 1))),
    words: new Set(code.flatMap(({ text }) => text.match(/[\w$]+/g) ?? [])),
  };
};

const isThere = (path, { paths }) =>
  STANDS_FOR_MANY.test(path) || GENERATED.test(path) || paths.has(path.replace(/[/.]+$/, ''));

function* faultsIn({ type, lang, value }, file, names) {
  if (type === 'inlineCode' || lang === 'sh')
    for (const [path] of value.matchAll(PATH))
      if (!isThere(path, names)) yield `${path}: there is no such file or folder`;
  if (NAMES_FILES.has(file) && type === 'inlineCode' && FILE.test(value) && !names.files.has(value))
    yield `${value}: there is no such file`;
  // A block without a language is a picture; any other is compiled, or compared.
  if (!ON_THE_CODE.has(file) || lang) return;
  for (const [name] of value.matchAll(NAME))
    if (!names.words.has(name)) yield `${name}: there is no such name in the code`;
}

/**
 * Looks for paths, and on the pages on the code for names, of what isn't there (any more).
 *
 * @param {import('./pages.mjs').Page} page
 * @param {ReturnType<typeof readNames>} names
 * @returns {string[]}
 */
export function checkNames({ file, tree }, names) {
  if (PASSED_OVER.has(file)) return [];
  const faults = [];
  visit(tree, ['inlineCode', 'code'], (node) => {
    for (const fault of faultsIn(node, file, names))
      faults.push(`${file}:${node.position.start.line} names ${fault}`);
  });
  return faults;
}
