// Why: a picture of the house that was drawn by hand is soon one of another house. `npm run docs:house` draws it
// from the imports; with --check it only says whether the picture is up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const picture = join(root, 'docs/images/house.svg');
const read = (path) => readFileSync(join(root, path), 'utf8');

const [, list] = /ranks[^{]*\{([^}]*)\}/.exec(read('spec/support/house.ts'));
const ranks = new Map(Array.from(list.matchAll(/(\w+): (\d+)/g), ([, room, rank]) => [room, Number(rank)]));

const filesOf = (room) => readdirSync(join(root, 'lib', room)).filter((file) => file.endsWith('.ts'));

const roomsUsedBy = (room) => {
  const used = filesOf(room).flatMap((file) =>
    ts
      .preProcessFile(read(`lib/${room}/${file}`))
      .importedFiles.map(({ fileName }) => posix.join(room, fileName).split('/')[0]),
  );
  return new Set(used.filter((other) => other !== room));
};

const uses = new Map([...ranks.keys()].map((room) => [room, roomsUsedBy(room)]));
const reaches = (from, to) => [...uses.get(from)].some((room) => room === to || reaches(room, to));

/** Without what follows from the others: a room stands for all that it uses in turn. */
const nearest = (room) =>
  [...uses.get(room)].filter(
    (to) => ![...uses.get(room)].some((between) => between !== to && reaches(between, to)),
  );

const [WIDTH, STEP, LEFT, BOX, GAP, HEIGHT] = [720, 66, 40, 158, 12, 50];
const COLOURS = ['#5b6472', '#6b5ca5', '#3f6fb5', '#2e7f8f', '#3a7d55', '#8a6d1f', '#a4572b', '#a03d5a'];
const top = Math.max(...ranks.values());

const drawRoom = (room, x, y, colour) => {
  const middle = x + BOX / 2;
  const below = nearest(room).sort().join(', ');
  return `<rect x="${x}" y="${y}" width="${BOX}" height="${HEIGHT}" rx="6" fill="${colour}"/>
<text x="${middle}" y="${y + (below ? 22 : 30)}">${room}/</text>
<text x="${middle}" y="${y + 39}" class="small">${below && `↓ ${below}`}</text>`;
};

const drawFloor = (rank) => {
  const row = [...ranks.keys()].filter((room) => ranks.get(room) === rank);
  const y = 10 + (top - rank) * STEP;
  const start = LEFT + (WIDTH - LEFT - row.length * (BOX + GAP) + GAP) / 2;
  return `<text x="16" y="${y + 30}" class="rank">${rank}</text>
<path d="M${LEFT - 8} ${y + HEIGHT + 8}H${WIDTH - 2}"/>
${row.map((room, at) => drawRoom(room, start + at * (BOX + GAP), y, COLOURS[rank])).join('\n')}`;
};

const floors = Array.from({ length: top + 1 }, (_, down) => drawFloor(top - down));

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${(top + 1) * STEP + 10}" font-family="system-ui, sans-serif" font-size="15" text-anchor="middle" fill="#fff">
<title>The rooms of lib/ by rank, with the rooms below that each imports from</title>
<style>.small{font-size:11.5px;opacity:.9}.rank{fill:#8b93a1;font-size:13px}path{stroke:#8b93a1;stroke-opacity:.45}</style>
${floors.join('\n')}
</svg>
`;

if (!process.argv.includes('--check')) writeFileSync(picture, svg);
else if (readFileSync(picture, 'utf8') !== svg) {
  console.error('docs/images/house.svg is not what the imports give: run `npm run docs:house`.');
  process.exitCode = 1;
}
