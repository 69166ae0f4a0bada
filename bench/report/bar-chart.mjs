import { shown } from './text-table.mjs';

const WIDTH = 800;
const LABELS = 250;
const FIGURES = 90;
const BAR = 18;
const STEP = 26;
const TOP = 52;

// The chart has its own background, because a page can be dark on a system with a light theme.
const STYLE = `
  .back { fill: #ffffff; } text { fill: #1f2328; font: 13px system-ui, sans-serif; }
  .head { font-weight: 600; font-size: 15px; } .note { fill: #59636e; font-size: 12px; }
  .bar { fill: #afb8c1; } .own { fill: #0969da; }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117; } text { fill: #e6edf3; } .note { fill: #9198a1; }
    .bar { fill: #484f58; } .own { fill: #4493f8; }
  }`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const barOf = ({ label, value }, at, largest, digits) => {
  const y = TOP + at * STEP;
  const middle = y + BAR / 2 + 4.5;
  const length = Math.max(1, (Math.max(0, value) / largest) * (WIDTH - LABELS - FIGURES));
  const kind = label.startsWith('homing') ? 'bar own' : 'bar';
  return [
    `<text x="${LABELS - 8}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
    `<rect class="${kind}" x="${LABELS}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="2"/>`,
    `<text x="${(LABELS + length + 6).toFixed(1)}" y="${middle}">${shown(value, digits)}</text>`,
  ].join('\n');
};

/** Draws bars as an SVG for light and dark pages, with the best bar first. */
export const barChart = ({ title, unit, better, digits, bars }) => {
  const sorted = bars.toSorted((a, b) => (better === 'lower' ? a.value - b.value : b.value - a.value));
  const largest = Math.max(...sorted.map(({ value }) => value), Number.MIN_VALUE);
  const height = TOP + sorted.length * STEP + 12;
  const note = [unit, `${better} is better`].filter((part) => part !== '').join(', ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>${STYLE}
</style>
<rect class="back" width="${WIDTH}" height="${height}" rx="6"/>
<text class="head" x="16" y="24">${escaped(title)}</text>
<text class="note" x="16" y="41">${escaped(note)}</text>
${sorted.map((bar, at) => barOf(bar, at, largest, digits)).join('\n')}
</svg>
`;
};
