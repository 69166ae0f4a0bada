import type { Warnings } from '../document/warnings.js';
import type { DocumentNode } from './document-node.js';
import { isJsonType, type MediaType, mediaTypes } from './media-type.js';
import type { BodyMember, RequestBody } from './operation.js';
import { parameterShape } from './parameter-shape.js';

const BODILESS: readonly string[] = ['GET', 'HEAD'];

/** What `encoding` says of the members of a form. */
const readMembers = ({ kind, node }: MediaType): BodyMember[] => {
  if (kind !== 'form' && kind !== 'multipart') return [];
  const encoding = node.at('encoding');
  return encoding.keys().flatMap((name) => {
    const member = encoding.at(name);
    const isJson = isJsonType(member.text('contentType') ?? '');
    const style = member.text('style') ?? 'form';
    const isSaid = ['style', 'explode'].some((key) => member.child(key).exists);
    if (!isJson && !isSaid) return [];
    const shape = parameterShape(node.at('schema').at('properties').at(name));
    return [
      { name, spelling: { style, explode: member.flag('explode') ?? style === 'form', shape, isJson } },
    ];
  });
};

/** The body that an operation takes; undefined for none. */
export function readRequestBody(
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
  return {
    media,
    members: readMembers(media),
    others: others.map(({ name }) => name),
    isRequired: node.flag('required') === true,
    description: node.text('description'),
  };
}
