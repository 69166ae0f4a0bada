// Gives each new sentence for programmers a code, in scripts/production/codes.json, and writes the page with all codes:
// `npm run generate:codes`. A code keeps its sentence for ever, because it is in logs and bug reports: this adds lines,
// and removes none. With --check, it fails if a sentence has no code, or if the page differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture.mjs';
import { encode } from './encode.mjs';
import { CODE, CODES, helpersIn, readCodes, readSources } from './sources.mjs';

const PAGE = join(root, 'docs/reference/error-codes.md');

const codes = readCodes();
const numbers = new Map(Object.entries(codes).map(([number, sentence]) => [sentence, Number(number)]));
const added = [];

const numberOf = (sentence) => {
  let number = numbers.get(sentence);
  if (number === undefined) {
    number = 1 + Math.max(0, ...numbers.values());
    numbers.set(sentence, number);
    codes[number] = sentence;
    added.push(sentence);
  }
  return number;
};

const sources = readSources();
const helpers = helpersIn(sources);
for (const { file, text } of sources) encode(file, text, helpers, numberOf, CODE);

const cell = (sentence) => {
  const text = sentence.replace(/\{\d+\}/g, '…').replaceAll('|', '\\|');
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
};
const rows = Object.entries(codes).map(([number, sentence]) => `| E${number} | ${cell(sentence)} |`);
const page = `# Error codes

The [production build](../guide/installation.md#production-build) replaces the sentences for programmers by codes. A code never gets another sentence, so you can look up the codes of every version here.

The values of the sentence follow the code, in the same order. \`…\` marks a value. For example, \`homing E${numberOf('{0}: pass an object.')}: The options argument is a string\` means: The options argument is a string: pass an object.

Some sentences belong to older versions.

| Code | Sentence |
| --- | --- |
${rows.join('\n')}
`;

if (process.argv.includes('--check')) {
  const faults = added.map((sentence) => `This sentence has no code: ${sentence}`);
  if (!Object.keys(codes).every((number, index) => Number(number) === index + 1))
    faults.push('codes.json lacks a code: restore its line.');
  if (readFileSync(PAGE, 'utf8') !== page) faults.push('docs/reference/error-codes.md is outdated.');
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error('Run `npm run generate:codes`.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(CODES, `${JSON.stringify(codes, null, 2)}\n`);
  writeFileSync(PAGE, page);
  for (const sentence of added) console.log(`E${numberOf(sentence)}  ${sentence}`);
}
