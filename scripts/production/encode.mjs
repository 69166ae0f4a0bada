// Replaces the sentences of a source by codes, for the production build.
import ts from 'typescript';
import { findLiterals, parse, partsOf, unwrapped } from './sentences.mjs';

/** What a message says to do, after a colon. A platform's errors have no such part. */
const ADVICE = /: \S/;

/** The message of `InvalidInputError.of`, whose last value is an advice. */
const OF = '{0} is {1}: pass {2}.';

const valuesOf = (parts) => parts.filter((_, index) => index % 2);

/** Returns the sentence with {0} for the first value. The first value of an advice is what it is about. */
const templateOf = (parts, kind) => {
  const first = kind === 'advice' ? 1 : 0;
  const text = parts.map((part, index) => (index % 2 ? `{${first + (index - 1) / 2}}` : part)).join('');
  return kind === 'advice' ? `{0}: pass ${text}.` : text;
};

const isChoice = (part) =>
  typeof part !== 'string' &&
  ts.isConditionalExpression(unwrapped(part)) &&
  [unwrapped(part).whenTrue, unwrapped(part).whenFalse].every((branch) => partsOf(unwrapped(branch)));

/** Whether a sentence says what to do, perhaps in one branch of a choice. */
const hasAdvice = (parts) =>
  ADVICE.test(templateOf(parts)) ||
  parts.filter(isChoice).some((part) => {
    const { whenTrue, whenFalse } = unwrapped(part);
    return [whenTrue, whenFalse].some((branch) => hasAdvice(partsOf(unwrapped(branch))));
  });

/** Inserts the parts of a branch instead of the value at this index. */
const withBranch = (parts, at, branch) => {
  const inner = partsOf(unwrapped(branch));
  inner[0] = parts[at - 1] + inner[0];
  inner[inner.length - 1] += parts[at + 1];
  return [...parts.slice(0, at - 1), ...inner, ...parts.slice(at + 2)];
};

/**
 * Returns the expression that replaces a sentence. A sentence that contains a choice between two texts gets two codes.
 *
 * @param numberOf Returns the code of a sentence.
 */
const replacement = ({ parts, kind }, numberOf) => {
  const at = parts.findIndex(isChoice);
  if (at > 0) {
    const { condition, whenTrue, whenFalse } = unwrapped(parts[at]);
    const [yes, no] = [whenTrue, whenFalse].map((branch) =>
      replacement({ parts: withBranch(parts, at, branch), kind }, numberOf),
    );
    return `(${condition.getText()} ? ${yes} : ${no})`;
  }
  const template = templateOf(parts, kind);
  const [name, given, advice] = valuesOf(parts).map((value) => value.getText());
  if (template === OF) return `sentenceCode(${advice}, \`\${${name}} is \${${given}}\`)`;
  const list = [numberOf(template), ...valuesOf(parts).map((value) => value.getText())].join(', ');
  if (kind !== 'advice') return `sentenceCode(${list})`;
  return parts.length > 1 ? `[${list}]` : list;
};

/**
 * Returns the source with codes; undefined if it has no sentences.
 *
 * @param {string} file Path of a TypeScript source, or of one with the types removed.
 * @param {string} text Its text.
 * @param {Map} helpers What `findHelpers` returns.
 * @param {(sentence: string) => number} numberOf Returns the code of a sentence.
 * @param {string} codeModule Import specifier of the module with `code`.
 */
export const encode = (file, text, helpers, numberOf, codeModule) => {
  const literals = findLiterals(parse(file, text), helpers)
    .filter(({ parts, kind }) => kind !== 'sentence with advice' || hasAdvice(parts))
    .sort((a, b) => a.node.pos - b.node.pos);
  if (literals.length === 0) return undefined;
  let encoded = '';
  let end = 0;
  for (const literal of literals) {
    encoded += text.slice(end, literal.node.getStart()) + replacement(literal, numberOf);
    end = literal.node.end;
  }
  return `import { code as sentenceCode } from ${JSON.stringify(codeModule)}; ${encoded}${text.slice(end)}`;
};
