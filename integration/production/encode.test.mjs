// How sources get codes: scripts/production/.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encode } from '../../scripts/production/encode.mjs';
import { findHelpers, parse } from '../../scripts/production/sentences.mjs';

/** Encodes a source. Returns its text without the import, and its sentences by code. */
const encoded = (text, file = 'lib/core/example.ts') => {
  const sentences = [];
  const numberOf = (sentence) => {
    if (!sentences.includes(sentence)) sentences.push(sentence);
    return sentences.indexOf(sentence) + 1;
  };
  const result = encode(file, text, findHelpers([parse(file, text)]), numberOf, 'code.mjs');
  return { text: result?.replace(/^import .*?; /, ''), sentences };
};

describe('a source with codes', () => {
  it('has a code with the values instead of a sentence', () => {
    assert.deepEqual(encoded('throw new InvalidInputError(`${a} is ${f(b)}: pass ${c}!`, { cause });'), {
      text: 'throw new InvalidInputError(sentenceCode(1, a, f(b), c), { cause });',
      sentences: ['{0} is {1}: pass {2}!'],
    });
  });

  it('has a number instead of an advice', () => {
    assert.deepEqual(encoded("throw InvalidInputError.ofOption('a', value, b ? 'a string' : `a ${c}`);"), {
      text: "throw InvalidInputError.ofOption('a', value, b ? 1 : [2, c]);",
      sentences: ['{0}: pass a string.', '{0}: pass a {1}.'],
    });
  });

  it('has a code with an advice that is computed', () => {
    assert.deepEqual(encoded("throw InvalidInputError.of('a', value, adviceFor(b));"), {
      text: "throw InvalidInputError.of('a', value, [1, adviceFor(b)]);",
      sentences: ['{0}: pass {1}.'],
    });
  });

  it('has two codes for a sentence with a choice', () => {
    const choice = "new TypeError(`${a} is ${b ? 'one: use two' : `three: use ${c}`}.`);";
    assert.deepEqual(encoded(choice), {
      text: 'new TypeError((b ? sentenceCode(1, a) : sentenceCode(2, a, c)));',
      sentences: ['{0} is one: use two.', '{0} is three: use {1}.'],
    });
  });

  it('has the code where a constant, a problem or the argument of a helper is written', () => {
    const source = `
      const SENTENCE = 'one';
      const refuse = (name: string, sentence: string): Error => new InvalidInputError(sentence);
      throw new InvalidInputError(SENTENCE);
      throw refuse('a', 'two');
      problem ??= 'three';
      this.#problem = [urlProblem(), a && 'four'].find(Boolean);
      function urlProblem() { return 'five'; }
      function other() { const SENTENCE = 'kept'; }`;
    const { text, sentences } = encoded(source);
    assert.deepEqual(sentences, ['one', 'two', 'three', 'four', 'five']);
    for (const sentence of sentences) assert.ok(!text.includes(sentence));
  });

  it('has the same codes as the JavaScript that is built from it', () => {
    const source = 'const refuse = (what) => new InvalidInputError(what); refuse(`one`);';
    assert.deepEqual(
      encoded(source, '/a/lib/core/example.js'),
      encoded(source, 'C:\\a\\lib\\core\\example.ts'),
    );
  });

  it('keeps errors of other classes, and a TypeError without advice', () => {
    const source =
      "new Error('one: two'); new TypeError('fetch failed'); new TimeoutError(`${ms} ms: wait`);";
    assert.deepEqual(encoded(source), { text: undefined, sentences: [] });
  });

  it('throws for a sentence that is not a literal', () => {
    assert.throws(
      () => encoded('new InvalidInputError(sentenceOf(a));'),
      /write the sentence of .+ as a literal/,
    );
  });
});
