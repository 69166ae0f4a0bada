import type { Policy } from './clients.js';
import { CAPACITY, type Outcome, RUN, type Second } from './simulate.js';

const WIDTH = 800;
const LEFT = 56;
const RIGHT = 16;
const PANEL = 130;
const TOPS = { success: 84, load: 268 } as const;
const HEIGHT = 440;
const MOST_LOAD = 4000;

const NAMES: Record<Policy, string> = {
  none: 'no retry',
  naive: '3 retries',
  budget: '3 retries, with a budget',
};

// The picture has its own background, because a page can be dark on a system with a light theme.
const STYLE = `
  .back { fill: #ffffff; } text { fill: #1f2328; font: 13px system-ui, sans-serif; }
  .head { font-weight: 600; font-size: 15px; } .note { fill: #59636e; font-size: 12px; }
  .trouble { fill: #818b98; fill-opacity: .14; } .grid { stroke: #818b98; stroke-opacity: .4; }
  path { fill: none; stroke-width: 2; stroke-linejoin: round; }
  .none { stroke: #818b98; stroke-dasharray: 2 3; } .naive { stroke: #cf222e; } .budget { stroke: #0969da; }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117; } text { fill: #e6edf3; } .note { fill: #9198a1; }
    .naive { stroke: #f85149; } .budget { stroke: #4493f8; }
  }`;

const xOf = (second: number): number => LEFT + (second / RUN.ends) * (WIDTH - LEFT - RIGHT);

interface Panel {
  readonly top: number;
  readonly title: string;
  readonly marks: readonly (readonly [part: number, label: string])[];
  /** The value of a second: 0 is the bottom of the panel, 1 the top. */
  readonly part: (second: Second) => number;
}

const PANELS: readonly Panel[] = [
  {
    top: TOPS.success,
    title: 'Calls that are a success in the end',
    marks: [
      [0, '0 %'],
      [1, '100 %'],
    ],
    part: ({ successes, calls }) => successes / calls,
  },
  {
    top: TOPS.load,
    title: 'Requests a second',
    marks: [
      [0, '0'],
      [CAPACITY / MOST_LOAD, String(CAPACITY)],
      [1, String(MOST_LOAD)],
    ],
    part: ({ requests }) => requests / MOST_LOAD,
  },
];

const yOf = ({ top }: Panel, part: number): number => top + PANEL * (1 - part);

const lineOf = (panel: Panel, { policy, seconds }: Outcome): string => {
  const points = seconds.map(
    (second, at) => `${xOf(at + 0.5).toFixed(1)},${yOf(panel, panel.part(second)).toFixed(1)}`,
  );
  return `<path class="${policy}" d="M${points.join(' L')}"/>`;
};

const drawPanel = (panel: Panel, outcomes: readonly Outcome[]): string[] => {
  const { troubleBegins, troubleEnds } = RUN;
  const width = xOf(troubleEnds) - xOf(troubleBegins);
  return [
    `<text class="note" x="${LEFT}" y="${panel.top - 10}">${panel.title}</text>`,
    `<rect class="trouble" x="${xOf(troubleBegins).toFixed(1)}" y="${panel.top}" width="${width.toFixed(1)}" height="${PANEL}"/>`,
    ...panel.marks.flatMap(([part, label]) => {
      const y = yOf(panel, part);
      return [
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}"/>`,
        `<text class="note" x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${label}</text>`,
      ];
    }),
    // Draw the dotted line last, because it overlaps another line.
    ...[...outcomes].reverse().map((outcome) => lineOf(panel, outcome)),
  ];
};

const drawLegend = (policy: Policy, at: number): string[] => {
  const x = LEFT + at * 150;
  return [
    `<path class="${policy}" d="M${x},${HEIGHT - 12} h26"/>`,
    `<text x="${x + 32}" y="${HEIGHT - 8}">${NAMES[policy]}</text>`,
  ];
};

/** An SVG of the runs that is readable on light and dark pages. */
export const draw = (outcomes: readonly Outcome[]): string => {
  const title = 'A server at half of its capacity for 30 seconds';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
<title>${title}: without retries and with a budget it recovers, with three retries each it does not</title>
<style>${STYLE}
</style>
<rect class="back" width="${WIDTH}" height="${HEIGHT}" rx="6"/>
<text class="head" x="16" y="24">${title}</text>
<text class="note" x="16" y="43">100 clients with 8 calls a second each, at a server that can do ${CAPACITY} requests a second; ${RUN.ends} seconds</text>
${PANELS.flatMap((panel) => drawPanel(panel, outcomes)).join('\n')}
${outcomes.flatMap(({ policy }, at) => drawLegend(policy, at)).join('\n')}
</svg>
`;
};
