import type { BodyKind } from '../model/media-type.js';
import type { Operation, Parameter, RequestBody } from '../model/operation.js';
import { docComment } from '../text/doc-comment.js';
import { keyed } from '../text/quoted.js';
import { passedSchema } from './passed-schema.js';
import type { TypeSource } from './type-source.js';
import { union } from './union.js';

const INDENT = '  ';

/** What may be sent whole, beside what the schema says. Named in full: a schema may be called Blob. */
const WHOLE: Readonly<Record<BodyKind, readonly string[]>> = {
  json: [],
  multipart: ['globalThis.FormData'],
  form: ['globalThis.URLSearchParams'],
  text: ['string'],
  raw: [
    'globalThis.Blob',
    'globalThis.ArrayBuffer',
    'globalThis.Uint8Array',
    'globalThis.ReadableStream',
    'string',
  ],
};

/** Kinds whose schema says nothing of what is passed. */
const OPAQUE: readonly BodyKind[] = ['text', 'raw'];

const bodyType = ({ media: { kind, node }, members, isWhole }: RequestBody, types: TypeSource): string => {
  const schema = node.child('schema');
  const known = OPAQUE.includes(kind) || isWhole || !schema.exists;
  if (known) return union(WHOLE[kind]);
  const passed = passedSchema(schema, members);
  return union([types.expression(passed, 'sent', schema.pointer, INDENT), ...WHOLE[kind]]);
};

const parameterType = ({ schema, place, isText }: Parameter, types: TypeSource): string => {
  if (isText) return 'string';
  if (!schema.exists) return place === 'path' ? 'string | number' : 'unknown';
  return types.expression(schema.value, 'sent', schema.pointer, INDENT);
};

/** One line of a params type, with its comment. */
interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly texts: readonly string[];
  readonly isDeprecated: boolean;
}

const COOKIE = 'Sent as a cookie, which browsers drop.';

const memberOf = (parameter: Parameter, types: TypeSource): Member => ({
  name: parameter.field,
  type: parameterType(parameter, types),
  isRequired: parameter.isRequired,
  texts: [parameter.description ?? '', parameter.place === 'cookie' ? COOKIE : ''],
  isDeprecated: parameter.isDeprecated,
});

const bodyMember = (body: RequestBody, types: TypeSource): Member => {
  const { media, others, isRequired, description = '' } = body;
  return {
    name: 'body',
    type: bodyType(body, types),
    isRequired,
    texts: [description, others.length > 0 ? `Sent as ${media.name}; also taken: ${others.join(', ')}` : ''],
    isDeprecated: false,
  };
};

const printMember = ({ name, type, isRequired, texts, isDeprecated }: Member, docs: boolean): string => {
  const doc = docs ? docComment({ texts, deprecated: isDeprecated }, INDENT) : '';
  return `${doc}${INDENT}${keyed(name)}${isRequired ? '' : '?'}: ${type};\n`;
};

/** The params of an operation, as the inside of an object type; '' for none. */
export function paramsMembers({ parameters, body }: Operation, types: TypeSource, docs: boolean): string {
  const members = parameters.map((each) => memberOf(each, types));
  if (body) members.push(bodyMember(body, types));
  return members.map((member) => printMember(member, docs)).join('');
}
