// Why: a picture of the house that was drawn by hand is soon one of another house. `npm run docs:house` draws it
// from house.json and the imports; with --check it only says whether the picture is up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root, table } from './house.mjs';

const picture = join(root, 'docs/images/house.svg');
const { door, groups, rooms, parts, adapters } = table;

/** Of each group that is divided: its rooms, with what says more of each. */
const divided = { core: rooms, parts, adapters };

/** Each room by its path: `core/wire`, `parts/retry`, `node`. */
const roomsOf = (group) =>
  Object.hasOwn(divided, group) ? Object.keys(divided[group]).map((room) => `${group}/${room}`) : [group];

const everyRoom = Object.keys(groups).flatMap(roomsOf);

const filesIn = (room) => {
  try {
    return readdirSync(join(root, 'lib', room), { recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`);
  } catch {
    return [];
  }
};

/** The room on top of the core: who comes in by its door stands on all of it. */
const top = Object.keys(rooms).reduce((high, room) => (rooms[room] > rooms[high] ? room : high));

/** In which room a file stands; for a face, the part that it stands for. */
const roomOf = (path) => {
  if (path.replace(/\.js$/, '.ts') === door) return `core/${top}`;
  const [group, room] = path.split('/');
  if (room === undefined) return `parts/${group.replace(/\.js$/, '')}`;
  return Object.hasOwn(divided, group) ? `${group}/${room}` : group;
};

const usedBy = (room) => {
  const used = filesIn(room).flatMap((file) =>
    ts
      .preProcessFile(readFileSync(join(root, 'lib', file), 'utf8'))
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => roomOf(posix.join(posix.dirname(file), fileName))),
  );
  return new Set(used.filter((other) => other !== room && everyRoom.includes(other)));
};

const uses = new Map(everyRoom.map((room) => [room, usedBy(room)]));
const reaches = (from, to) => [...uses.get(from)].some((room) => room === to || reaches(room, to));

/** What a room imports from, without what follows from the others: a room stands for all that it uses in turn. */
const nearest = (room) => {
  const used = [...uses.get(room)];
  return used
    .filter((to) => !used.some((between) => between !== to && reaches(between, to)))
    .map((to) => posix.basename(to))
    .sort();
};

const [WIDTH, MARGIN, GAP, CAPTION] = [720, 10, 10, 22];
const COLUMNS = 4;
const [BOX, FLOOR, NODE] = [50, 36, 150];
const LINE = 15;
/** How wide a letter is, in parts of the size of its font; a generous mean. */
const LETTER = 0.58;
const [NAME_SIZE, SMALL_SIZE] = [15, 11.5];

const RANK_COLOURS = ['#5b6472', '#6b5ca5', '#3f6fb5', '#2e7f8f', '#3a7d55', '#8a6d1f', '#a4572b'];
const COLOURS = {
  parts: '#a03d5a',
  adapters: '#7a4a8c',
  node: '#5c6b3a',
  testing: '#4a6a8a',
  cli: '#6b5b4a',
};

const widthOf = (text, size) => text.length * size * LETTER;

/** A name, in smaller letters where it would not fit. */
const name = (text, x, y, room, anchor = 'middle') => {
  const size = Math.min(NAME_SIZE, (NAME_SIZE * (room - 12)) / widthOf(text, NAME_SIZE));
  return `<text x="${x}" y="${y}" font-size="${Number(size.toFixed(1))}" text-anchor="${anchor}">${text}</text>`;
};

const small = (text, x, y, anchor = 'middle') =>
  `<text x="${x}" y="${y}" class="small" text-anchor="${anchor}">${text}</text>`;

const rect = (x, y, width, height, colour) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${colour}"/>`;

/** The names below a room, in as many lines as its width asks for. */
const wrapped = (names, width) => {
  const lines = [];
  for (const [at, each] of names.entries()) {
    const text = at < names.length - 1 ? `${each},` : each;
    const line = lines.at(-1);
    if (line !== undefined && widthOf(`${line} ${text}`, SMALL_SIZE) <= width - 12)
      lines[lines.length - 1] = `${line} ${text}`;
    else lines.push(line === undefined ? `↓ ${text}` : text);
  }
  return lines;
};

const drawBox = (room, x, y, width, height, colour) => {
  const lines = wrapped(nearest(room), width);
  const first = y + (height - (lines.length + 1) * LINE) / 2 + 13;
  return [
    rect(x, y, width, height, colour),
    name(`${posix.basename(room)}/`, x + width / 2, first, width),
    ...lines.map((line, at) => small(line, x + width / 2, first + (at + 1) * LINE + 1)),
  ];
};

const caption = (group, y) =>
  `<text x="${2 * MARGIN}" y="${y + 16}" class="group" text-anchor="start">${group}/</text>`;

/** Rooms side by side, in as many rows as they need. */
const rowsOf = (all, colour, x, width) => {
  const columns = Math.min(COLUMNS, all.length);
  const box = (width - (columns - 1) * GAP) / columns;
  const lines = Math.max(...all.map((room) => wrapped(nearest(room), box).length));
  const height = Math.max(BOX, (lines + 1) * LINE + 14);
  return {
    height: Math.ceil(all.length / columns) * (height + GAP) - GAP,
    draw: (y) =>
      all.flatMap((room, at) => {
        const [column, row] = [at % columns, Math.floor(at / columns)];
        return drawBox(room, x + column * (box + GAP), y + row * (height + GAP), box, height, colour(room));
      }),
  };
};

/** The rooms of a group, with its name above. */
const storeyOf = (group) => {
  const rows = rowsOf(roomsOf(group), () => COLOURS[group], 2 * MARGIN, WIDTH - 4 * MARGIN);
  const height = CAPTION + rows.height + MARGIN;
  return {
    height,
    draw: (y) => [
      `<rect x="${MARGIN}" y="${y}" width="${WIDTH - 2 * MARGIN}" height="${height}" rx="8" class="storey"/>`,
      caption(group, y),
      ...rows.draw(y + CAPTION),
    ],
  };
};

/** A room of the core, as wide as the core; those of one rank share the floor. */
const drawFloor = (rank, y, width) => {
  const all = roomsOf('core').filter((room) => rooms[posix.basename(room)] === rank);
  const box = (width - (all.length - 1) * GAP) / all.length;
  return all.flatMap((room, at) => {
    const x = 2 * MARGIN + at * (box + GAP);
    const below = nearest(room);
    return [
      rect(x, y, box, FLOOR - 6, RANK_COLOURS[rank % RANK_COLOURS.length]),
      small(rank, x + 12, y + 19, 'start'),
      name(`${posix.basename(room)}/`, x + 30, y + 20, box / 2, 'start'),
      ...(below.length > 0 ? [small(`↓ ${below.join(', ')}`, x + box - 12, y + 19, 'end')] : []),
    ];
  });
};

/** Node's rooms stand beside the core, on its ground floor. */
const core = () => {
  const top = Math.max(...Object.values(rooms));
  const height = CAPTION + (top + 1) * FLOOR + 4;
  const [left, right, step] = [MARGIN, WIDTH - MARGIN, WIDTH - MARGIN - NODE - GAP];
  return {
    height,
    draw: (y) => [
      `<path d="M${left} ${y}H${step}V${y + CAPTION + top * FLOOR - 3}H${right}V${y + height}H${left}Z" class="storey"/>`,
      caption('core', y),
      ...Array.from({ length: top + 1 }, (_, rank) =>
        drawFloor(rank, y + CAPTION + (top - rank) * FLOOR, (rank === 0 ? right : step) - left - 2 * MARGIN),
      )
        .reverse()
        .flat(),
      ...drawBox('node', right - NODE, y, NODE, CAPTION + top * FLOOR - 6, COLOURS.node),
    ],
  };
};

const isBuilt = (group) => roomsOf(group).some((room) => filesIn(room).length > 0);

const undivided = rowsOf(
  ['testing', 'cli'].filter(isBuilt),
  (group) => COLOURS[group],
  MARGIN,
  WIDTH - 2 * MARGIN,
);
const storeys = [undivided, ...['adapters', 'parts'].filter(isBuilt).map(storeyOf), core()];

let height = MARGIN;
const drawn = storeys.flatMap((storey) => {
  const lines = storey.draw(height);
  height += storey.height + MARGIN;
  return lines;
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" fill="#fff">
<title>The folders of lib/: each stands on those that it imports from</title>
<style>.small{font-size:${SMALL_SIZE}px;opacity:.9}.group{fill:#8b93a1;font-size:13px}.storey{fill:none;stroke:#8b93a1;stroke-opacity:.55}</style>
${drawn.join('\n')}
</svg>
`;

if (!process.argv.includes('--check')) writeFileSync(picture, svg);
else if (readFileSync(picture, 'utf8') !== svg) {
  console.error('docs/images/house.svg is not what the imports give: run `npm run docs:house`.');
  process.exitCode = 1;
}
