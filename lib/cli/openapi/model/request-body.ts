import type { DocumentNode } from '../document/json-document.js';
import { readMembers } from './body-members.js';
import { isMultipartType, type MediaType, mediaTypes } from './media-type.js';
import type { RequestBody } from './operation.js';
import type { Reader } from './reader.js';

const BODILESS: readonly string[] = ['GET', 'HEAD'];

/** What OpenAPI 3.2 has for parts that are told apart by where they stand. */
const BY_POSITION: readonly string[] = ['itemSchema', 'prefixEncoding', 'itemEncoding'];

/** Whether nobody could name the parts of a form. */
const isNameless = ({ kind, node }: MediaType, { shapes }: Reader): boolean =>
  kind === 'multipart' &&
  (BY_POSITION.some((key) => node.child(key).exists) || shapes.of(node.at('schema')) === 'array');

const warnOfParts = (media: MediaType, isWhole: boolean, { warnings }: Reader): void => {
  const { pointer } = media.node;
  if (isWhole) warnings.add('unsaid', pointer, 'its parts have no names here: pass them as a FormData');
  if (media.kind === 'raw' && isMultipartType(media.name))
    warnings.add(
      'unsaid',
      pointer,
      `${media.name} is not written for you: pass a Blob whose type has its boundary`,
    );
};

/** The body that an operation takes; undefined for none. */
export function readRequestBody(
  operation: DocumentNode,
  method: string,
  reader: Reader,
): RequestBody | undefined {
  const node = operation.at('requestBody');
  const [media, ...others] = mediaTypes(node.at('content'));
  if (!media) return undefined;
  if (BODILESS.includes(method)) {
    reader.warnings.add('body-of-get', node.pointer, `the body of a ${method} is left out: fetch refuses it`);
    return undefined;
  }
  const isWhole = isNameless(media, reader);
  warnOfParts(media, isWhole, reader);
  return {
    media,
    members: isWhole ? [] : readMembers(media, reader),
    isWhole,
    others: others.map(({ name }) => name),
    isRequired: node.flag('required') === true,
    description: node.text('description'),
  };
}
