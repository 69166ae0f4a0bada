import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The numbered rows of the table, with the specs that each row names. */
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line): [number, string[]] => [
    Number(/\d+/.exec(line)),
    Array.from(line.matchAll(/`(spec\/[^`]+)`/g), ([, file = '']) => file),
  ]);

/** `3` and `4` of "traps 3, 4"; 22, 23 and 24 of "traps 22 to 24". */
const numbersIn = (titles: string): Set<number> => {
  const found = new Set<number>();
  for (const [, list = ''] of titles.matchAll(/\btraps? (\d+(?:(?:, | to )\d+)*)/g)) {
    for (const part of list.split(', ')) {
      const [from = 0, to = from] = part.split(' to ').map(Number);
      for (let number = from; number <= to; number += 1) found.add(number);
    }
  }
  return found;
};

describe('the list of vulnerabilities in docs/security.md', () => {
  it('is numbered from 1 to 43 without gaps', () => {
    expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 43 }, (_, at) => at + 1));
  });

  it('names a spec in every row except the row about proxies', () => {
    expect(rows.filter(([, files]) => files.length === 0).map(([number]) => number)).toEqual([37]);
  });

  it.each(rows)('has row %d cited by the specs that it names', (number, files) => {
    for (const file of files) {
      expect(existsSync(join(root, file))).toBe(true);
      expect({ file, names: numbersIn(readFileSync(join(root, file), 'utf8')).has(number) }).toEqual({
        file,
        names: true,
      });
    }
  });
});

describe('SECURITY.md', () => {
  it('links only to existing files', () => {
    const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
    const links = Array.from(text.matchAll(/\]\(([^)#]+)/g), ([, path = '']) => path);
    expect(links.length).toBeGreaterThan(3);
    for (const path of links) expect(existsSync(join(root, path))).toBe(true);
  });
});
