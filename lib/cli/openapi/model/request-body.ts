import type { Warnings } from '../document/warnings.js';
import { readMembers } from './body-members.js';
import type { DocumentNode } from './document-node.js';
import { isMultipartType, type MediaType, mediaTypes } from './media-type.js';
import type { RequestBody } from './operation.js';
import { parameterShape } from './parameter-shape.js';

const BODILESS: readonly string[] = ['GET', 'HEAD'];

const isOld = (document: DocumentNode): boolean => document.text('openapi')?.startsWith('3.0') ?? false;

/** What OpenAPI 3.2 has for parts that are told apart by where they stand. */
const BY_POSITION: readonly string[] = ['itemSchema', 'prefixEncoding', 'itemEncoding'];

/** Whether nobody could name the parts of a form. */
const isNameless = ({ kind, node }: MediaType): boolean =>
  kind === 'multipart' &&
  (BY_POSITION.some((key) => node.child(key).exists) || parameterShape(node.at('schema')) === 'array');

const warnOfParts = (media: MediaType, warnings: Warnings): void => {
  const { pointer } = media.node;
  if (isNameless(media))
    warnings.add('unsaid', pointer, 'its parts have no names here: pass them as a FormData');
  if (media.kind === 'raw' && isMultipartType(media.name))
    warnings.add(
      'unsaid',
      pointer,
      `${media.name} is not written for you: pass a Blob whose type has its boundary`,
    );
};

/** The body that an operation of the document takes; undefined for none. */
export function readRequestBody(
  document: DocumentNode,
  operation: DocumentNode,
  method: string,
  warnings: Warnings,
): RequestBody | undefined {
  const node = operation.at('requestBody');
  const [media, ...others] = mediaTypes(node.at('content'));
  if (!media) return undefined;
  if (BODILESS.includes(method)) {
    warnings.add('body-of-get', node.pointer, `the body of a ${method} is left out: fetch refuses it`);
    return undefined;
  }
  warnOfParts(media, warnings);
  const isWhole = isNameless(media);
  return {
    media,
    members: isWhole ? [] : readMembers(media, isOld(document), warnings),
    isWhole,
    others: others.map(({ name }) => name),
    isRequired: node.flag('required') === true,
    description: node.text('description'),
  };
}
