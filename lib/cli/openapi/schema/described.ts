import { own } from '../document/json-document.js';
import { docComment } from '../print/typescript.js';
import type { SchemaOptions } from './schema-options.js';

/** The doc comment of a schema; '' if there is nothing to say. */
export function described(schema: unknown, { docs, int64 }: SchemaOptions, indent: string): string {
  if (!docs) return '';
  const description = own(schema, 'description');
  const texts = typeof description === 'string' ? [description] : [];
  const rounded = own(schema, 'format') === 'int64' && own(schema, 'type') !== 'string' && int64 === 'number';
  if (rounded) texts.push('int64: rounded beyond 2^53');
  return docComment({ texts, deprecated: own(schema, 'deprecated') === true }, indent);
}

/** The doc comment of the base of a schema, which the document doesn't know of. */
export function describedBase(name: string, { docs }: SchemaOptions): string {
  return docs
    ? docComment({ texts: [`The fields of \`${name}\` itself. What inherits from it has them too.`] })
    : '';
}
