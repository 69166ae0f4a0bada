/**
 * What a string literal can't hold as it is: the ends of lines, what an editor doesn't show or shows in another
 * order, and halves of characters, which no file can hold.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\\\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;

const SHORT = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeOf(character: string): string {
  return SHORT.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A string of the document as a literal of TypeScript, with the quotes that prettier would take. */
export function quoted(text: string): string {
  const safe = text.replace(UNSAFE, escapeOf);
  const single = safe.split("'").length;
  const double = safe.split('"').length;
  return single > double ? `"${safe.replaceAll('"', '\\"')}"` : `'${safe.replaceAll("'", "\\'")}'`;
}

/** A string of the document as a part of a template literal. */
export function templated(text: string): string {
  return text.replace(UNSAFE, escapeOf).replaceAll('`', '\\`').replaceAll('${', '\\${');
}

/** A name of the document as the key of an object type. */
export function keyed(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
