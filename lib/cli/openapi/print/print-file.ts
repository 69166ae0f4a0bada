import { commentLines } from '../text/doc-comment.js';
import { PURE } from './pure.js';
import { VERSION } from './version.js';

/** What a file is made of; each text ends with its line. */
export interface FileParts {
  readonly title: string;
  readonly version: string;
  /** What stands first. */
  readonly heads: readonly string[];
  readonly endpoints: readonly string[];
  readonly types: readonly string[];
}

const oneLine = (text: string): string => commentLines(text).join(' ').trim();

const printImports = (endpoints: readonly string[]): string[] => [
  ...(endpoints.length > 0 ? ["import { Request as HomingRequest } from 'homing';\n"] : []),
  ...(endpoints.some((text) => text.includes(`place: ${PURE} places(`))
    ? ["import { places } from 'homing/openapi';\n"]
    : []),
];

/** The whole file. It holds no time, no path and no name of a machine. */
export function printFile({ title, version, heads, endpoints, types }: FileParts): string {
  const imports = printImports(endpoints).join('');
  return [
    `// homing ${VERSION}: ${oneLine(title)} ${oneLine(version)}\n/* eslint-disable */\n${imports}`,
    ...heads.filter(Boolean),
    ...endpoints,
    ...types,
  ].join('\n');
}
