import { childOf, isObject, type Located, own, ownList, type References } from '../document/json-document.js';
import { listed } from './listed.js';

/** How many schemas of one field are looked at. What lies beyond is taken to accept anything. */
const MOST = 1000;

/** Whether a text may be the value of a schema, as far as types, lists of values and other schemas say so. */
export function accepts(schema: Located, text: string, references: References): boolean {
  const known = new Map<string, boolean>();
  const membersOf = ({ value, pointer }: Located, word: string): boolean[] =>
    ownList(value, word)
      .slice(0, MOST)
      .map((each, index) => visit({ value: each, pointer: childOf(pointer, word, index) }));
  const visit = (each: Located): boolean => {
    const found = references.follow(each);
    if (!found || known.size >= MOST) return true;
    const before = known.get(found.pointer);
    if (before !== undefined) return before;
    known.set(found.pointer, true);
    const choices = ['oneOf', 'anyOf'].map((word) => membersOf(found, word));
    const result =
      takesItself(found.value, text) &&
      membersOf(found, 'allOf').every(Boolean) &&
      choices.every((choice) => choice.length === 0 || choice.includes(true));
    known.set(found.pointer, result);
    return result;
  };
  return visit(schema);
}

function takesItself(schema: unknown, text: string): boolean {
  if (!isObject(schema)) return schema !== false;
  const type = own(schema, 'type');
  if (Array.isArray(type) ? !type.includes('string') : type !== undefined && type !== 'string') return false;
  const constant = own(schema, 'const');
  if (constant !== undefined && constant !== text) return false;
  const values = own(schema, 'enum');
  return !Array.isArray(values) || listed(values).has(text);
}
