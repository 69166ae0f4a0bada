#!/usr/bin/env node
// Counts sentence patterns that make a text hard to read (writing-guide.md), per 1,000 words.
// node check-language.mjs FILE|FOLDER…            a figure for each kind of text, the worst files
// node check-language.mjs --show FILE…            each place, with its line
// node check-language.mjs --max 2 FILE|FOLDER…    exit 1 where a kind of text exceeds the limit
// Markdown: prose without code. TypeScript and JavaScript: comments, and strings with spaces in them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const PATTERNS = {
  'is no X': /\b(?:is|are|was|were|be)\s+(?:no|none|nothing|nobody|neither)\b(?!\s+longer|\s+more\b)/gi,
  'nameless actor': /\b(?:nobody|somebody|whoever|whatever is|no one)\b/gi,
  'headless reference': /\b(?:that of|those of|those that|those who|those with|those in|the same with)\b/gi,
  'clause as subject':
    /(?:^|[.!?:]\s|\*\*)(?:What|Whoever|Who|Whatever|Whose)\s+(?!is\b|are\b|'s|you need|next|if\b|about\b|happens\b)[a-z`]+(?=[^?]*(?:[.;:]|$))/gm,
  stands: /\b(?:stands?|stood)\b(?!\s*-?\s*(?:alone|out|ard|for\b))/gi,
  'comes home': /\b(?:comes?|came|coming|brings?|brought)\s+(?:\w+\s+){0,4}home\b/gi,
  'hears of': /\b(?:hears?|tells?|told|knows?|learns?|asked|asks)\s+of\b|\bsays? of\b/gi,
  'old word':
    /\b(?:for ever|beside(?!s)|amid|anew|as ever|heeds?|heeded|mends?|mended|in vain|thereof|whereof|of then|by then|dearest|in the place of)\b/gi,
  ', say': /,\s+say\b|\bsay,/gi,
  'Of a …, first': /(?:^|[.!?:]\s)Of\s+(?:a|an|the|what|two|several|those|such|many|its|their|each|this)\b/gm,
  'is refused, is told': /\b(?:is|are|was|were)\s+(?:refused|told)\b/gi,
  'of homing/x': /`\s+of\s+`homing\//g,
};

const words = (text) => text.match(/\b[\w'-]+\b/g)?.length ?? 0;

function markdown(text) {
  const out = [];
  let fence = false,
    comment = false;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      fence = !fence;
      out.push('');
      continue;
    }
    if (line.includes('<!--') && !line.includes('-->')) comment = true;
    if (comment) {
      if (line.includes('-->')) comment = false;
      out.push('');
      continue;
    }
    const prose = line
      .trim()
      .replace(/^([-*>]|\d+\.)\s+/, '')
      .replace(/`[^`]*`/g, '`x`')
      .replace(/<!--.*?-->/g, '');
    out.push(fence || /^(#|!\[|import |export )/.test(prose) ? '' : prose);
  }
  return [['prose', out]];
}

function code(text) {
  const comments = [],
    strings = [];
  const put = (list, at, value) => {
    const line = text.slice(0, at).split('\n').length - 1;
    value.split('\n').forEach((v, i) => {
      list[line + i] = `${list[line + i] ?? ''} ${v.replace(/^\s*\*+\s?/, '').trim()}`.trim();
    });
  };
  for (const m of text.matchAll(
    /\/\*\*?([\s\S]*?)\*\/|(?<![:'"`\w])\/\/(.*)|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g,
  )) {
    const [, block, line, ...quoted] = m;
    if (block !== undefined || line !== undefined) put(comments, m.index, block ?? line);
    else {
      const value = quoted.find((q) => q !== undefined) ?? '';
      if (/[a-z]{2,} [a-z]{2,}/i.test(value)) put(strings, m.index, value.replace(/\$\{[^}]*\}/g, 'x'));
    }
  }
  return [
    ['comments', comments],
    ['strings', strings],
  ];
}

const args = process.argv.slice(2);
const show = args.includes('--show');
const max = args.includes('--max') ? Number(args[args.indexOf('--max') + 1]) : Infinity;
const targets = args.filter((a, i) => !a.startsWith('--') && args[i - 1] !== '--max');
const files = [];
const walk = (p) => {
  if (statSync(p).isDirectory()) {
    if (!/(^|\/)(node_modules|dist|coverage|reports|\.git)$/.test(p))
      for (const n of readdirSync(p).sort()) walk(path.join(p, n));
  } else if (/\.(md|ts|tsx|mjs|js)$/.test(p)) files.push(p);
};
targets.forEach(walk);
const sums = {},
  perFile = [];
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const [kind, lines] of file.endsWith('.md') ? markdown(text) : code(text)) {
    const sum = (sums[kind] ??= { words: 0, hits: 0, by: {} });
    const all = lines.join('\n');
    let hits = 0;
    for (const [name, pattern] of Object.entries(PATTERNS))
      for (const m of all.matchAll(pattern)) {
        hits += 1;
        sum.by[name] = (sum.by[name] ?? 0) + 1;
        if (show)
          console.log(
            `${file}:${all.slice(0, m.index).split('\n').length}: ${name}: …${all.slice(Math.max(0, m.index - 30), m.index + 50).replace(/\n/g, ' ')}…`,
          );
      }
    const n = words(all);
    sum.words += n;
    sum.hits += hits;
    if (n > 80) perFile.push([(hits / n) * 1000, file, kind]);
  }
}
let over = false;
for (const [kind, { words: n, hits, by }] of Object.entries(sums)) {
  if (!n) continue;
  const rate = (hits / n) * 1000;
  over ||= rate > max;
  console.log(
    `${kind}: ${rate.toFixed(1)} per 1,000 words (${hits} in ${n}): ${Object.entries(by)
      .sort((a, b) => b[1] - a[1])
      .map(([k, v]) => `${k} ${v}`)
      .join(', ')}`,
  );
}
if (!show)
  for (const [rate, file, kind] of perFile.sort((a, b) => b[0] - a[0]).slice(0, 8))
    if (rate > 5) console.log(`  ${rate.toFixed(1)} ${kind} ${file}`);
process.exitCode = over ? 1 : 0;
