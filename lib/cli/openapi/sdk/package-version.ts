import type { Warnings } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import { oneLine } from '../print/document-types.js';

const NUMBER = '(?:0|[1-9]\\d{0,14})';
const IDENTIFIERS = '[\\da-z-]+(?:\\.[\\da-z-]+)*';

/** A version as npm requires it: Semantic Versioning 2.0.0. */
const SEMANTIC = new RegExp(
  `^${NUMBER}(?:\\.${NUMBER}){2}(?:-(${IDENTIFIERS}))?(?:\\+${IDENTIFIERS})?$`,
  'i',
);

/** A version with one to three numbers, such as `v2` or `1.04`. */
const SHORT = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?$/i;

/** The version of a package before its first release. */
const FIRST_VERSION = '0.1.0';

/** Longest version that npm accepts. */
const MAX_LENGTH = 256;

/** Returns whether npm accepts a version. */
export function isSemantic(version: unknown): version is string {
  if (typeof version !== 'string' || version.length > MAX_LENGTH) return false;
  const found = SEMANTIC.exec(version);
  // A number of a prerelease must not start with 0.
  return found !== null && !(found[1] ?? '').split('.').some((word) => /^0\d+$/.test(word));
}

/** Returns a version that npm accepts: `2.0.0` for `v2`. Undefined for other texts, such as a date. */
function semanticOf(version: string): string | undefined {
  if (isSemantic(version)) return version;
  const numbers = SHORT.exec(version)?.slice(1, 4);
  return numbers?.map((each) => Number((each as string | undefined) ?? 0)).join('.');
}

/** Returns the version of a new package from the document. Warns if the document has another kind of version. */
export function packageVersion(root: DocumentNode, warnings: Warnings): string {
  const given = oneLine(root.at('info').at('version'));
  const version = semanticOf(given);
  if (version !== undefined) return version;
  const shown = JSON.stringify(given);
  warnings.add(
    'unsaid',
    '/info/version',
    `${shown} is not a semantic version, so the package has ${FIRST_VERSION}: set sdk.version`,
  );
  return FIRST_VERSION;
}
