// Writes llms.txt (https://llmstxt.org), llms-full.txt and each page as Markdown into the built site, for language models.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { groups, titleOf } from './navigation.mjs';
import { docs } from './repository.mjs';

const SUMMARY =
  '> A typed HTTP client for TypeScript. Describe each endpoint once, then call it like a function. ' +
  'Calls never throw: each call resolves with `data` or with an `error` of six kinds.';

const INSTALL =
  'Install it with `npm install homing`. The package also contains a skill for coding agents, ' +
  '`node_modules/homing/skills/homing/SKILL.md`, and the guide as Markdown in `node_modules/homing/docs`.';

/** Groups that explain the library itself, not its use. */
const LEFT_OUT = new Set(['Project']);

/** Pages that exist only as HTML. */
const isMarkdown = (page) => !/^(?:api\/|project\/)/.test(page);

/** Returns the Markdown of a page without front matter and without comments for the checks of the examples. */
const markdownOf = (page) =>
  readFileSync(join(docs, `${page}.md`), 'utf8')
    .replace(/^---\n[^]*?\n---\n/, '')
    .replace(/<!--[^]*?-->\n*/g, '')
    .replace(/^<a id="[^"]*"><\/a>\n*/gm, '')
    .replace(/^(```\w+)(?: (?:continue|run|error|no-check))+$/gm, '$1')
    .trim();

/** Returns the first sentence of a page that is text, and not a heading, a table or code. */
function summaryOf(markdown) {
  const paragraph = markdown
    .replace(/^```[^]*?^```$/gm, '')
    .split('\n\n')
    .map((text) => text.trim())
    .find((text) => /^[A-Za-z`*[]/.test(text));
  const [sentence] = /^[^]*?\.(?=\s|$)/.exec(paragraph ?? '') ?? [paragraph ?? ''];
  return sentence
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/:$/, '.');
}

/** Returns the files by their path in the site. */
export function llmsFiles() {
  const listed = groups
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, pages]) => [name, pages.filter(isMarkdown)]);
  const pages = listed.flatMap(([, some]) => some);
  const texts = new Map(pages.map((page) => [page, markdownOf(page)]));
  const lineOf = (page) => {
    const summary = summaryOf(texts.get(page));
    return `- [${titleOf(page)}](/${page}.md)${summary && `: ${summary}`}`;
  };
  const sections = listed.map(([name, some]) => `## ${name}\n\n${some.map(lineOf).join('\n')}`);
  const head = `# homing\n\n${SUMMARY}\n\n${INSTALL}`;
  return new Map([
    ['llms.txt', `${[head, ...sections].join('\n\n')}\n`],
    ['llms-full.txt', `${[head, ...pages.map((page) => texts.get(page))].join('\n\n---\n\n')}\n`],
    ...pages.map((page) => [`${page}.md`, `${texts.get(page)}\n`]),
  ]);
}

/** @param {string} outDir The folder of the built site. */
export function writeLlmsFiles(outDir) {
  for (const [path, text] of llmsFiles()) {
    const file = join(outDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
