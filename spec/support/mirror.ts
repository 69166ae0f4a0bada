import { posix } from 'node:path';

/** Folders of spec/ that mirror nothing; CONTRIBUTING.md says what stands in each. */
const ownFolders: readonly string[] = ['contracts', 'fuzz', 'journeys', 'security', 'support'];

/** Specs of the repository itself: how the house is built, where specs stand, what they cite. */
const ofTheHouse: readonly string[] = ['architecture.spec.ts', 'mirror.spec.ts'];

const folderOf = (path: string): string => path.split('/')[0] ?? path;

/** `core/stages/guard.ts` of `core/stages/guard.abort.spec.ts`. */
const provenBy = (spec: string): string =>
  posix.join(posix.dirname(spec), posix.basename(spec).replace(/\..*/, '.ts'));

const strayed = (path: string, library: ReadonlySet<string>): string[] => {
  const isSpec = path.endsWith('.spec.ts');
  if (folderOf(path) === 'support' && isSpec)
    return [`spec/${path} is no support; put it where its file of lib/ is`];
  if (ownFolders.includes(folderOf(path)) || ofTheHouse.includes(path)) return [];
  if (!isSpec) return [`spec/${path} is no spec; move it to spec/support`];
  if (library.has(provenBy(path))) return [];
  return [
    `spec/${path} proves no file of lib/: there is no lib/${provenBy(path)}. Name it <file>.spec.ts or ` +
      '<file>.<topic>.spec.ts after the file that owns the rule, in the folder that mirrors that of the file; a ' +
      'call from end to end goes to spec/journeys, what must never happen to spec/security, and what every ' +
      'implementer of an interface keeps to spec/contracts.',
  ];
};

/** What to do about each file of spec/ that is not where it belongs. Paths are those below spec/ and lib/. */
export const strays = (specs: Iterable<string>, library: Iterable<string>): string[] => {
  const files = new Set(library);
  return [...specs].flatMap((path) => strayed(path, files));
};
