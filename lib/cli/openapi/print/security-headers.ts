import type { SecurityScheme } from '../model/security.js';
import { docComment } from '../text/doc-comment.js';
import { keyed, templated } from '../text/quoted.js';
import { union } from './union.js';

/** A scheme that a header carries. */
type Carried = SecurityScheme & { readonly header: NonNullable<SecurityScheme['header']> };

const isCarried = (scheme: SecurityScheme): scheme is Carried => scheme.header !== undefined;

const valueType = ({ header: { prefix } }: Carried): string =>
  prefix ? `\`${templated(prefix)}\${string}\`` : 'string';

const printHeader = (name: string, schemes: readonly Carried[], docs: boolean): string => {
  const texts = [schemes.map((scheme) => scheme.name).join(', ')];
  return `${docs ? docComment({ texts }, '  ') : ''}  ${keyed(name)}?: ${union(schemes.map(valueType))};\n`;
};

/** The type of the headers that the document's security asks for; '' when no header carries any of it. */
export function printSecurityHeaders(schemes: readonly SecurityScheme[], docs: boolean): string {
  const carried = schemes.filter(isCarried);
  const names = [...new Set(carried.map(({ header }) => header.name))].sort();
  if (names.length === 0) return '';
  const members = names.map((each) =>
    printHeader(
      each,
      carried.filter(({ header }) => header.name === each),
      docs,
    ),
  );
  const doc = docs
    ? docComment({
        texts: ['For `headers` or `withHeaders`. The comment of each endpoint says what it needs of these.'],
      })
    : '';
  return `${doc}export type SecurityHeaders = {\n${members.join('')}};\n`;
}
