/** Height of a row in pixels. */
export const LINE = 26;

/** CSS of the panel. Light and dark mode follow the page's color scheme. */
export const STYLE: string = `
:host {
  color-scheme: light dark;
  --ink: light-dark(#1d2430, #e3e8f0); --soft: light-dark(#5a6577, #9aa6b8); --page: light-dark(#fff, #14181f);
  --line: light-dark(#d9dee7, #2c3440); --chosen: light-dark(#dbe8ff, #24406e);
  --wait: light-dark(#6b7fa3, #7d93bb); --body: light-dark(#1b66c9, #6ea8ff); --bad: light-dark(#b3261e, #ff8a80);
  display: grid; box-sizing: border-box; grid-template-rows: auto minmax(0, 1fr); height: 100%; min-height: 240px;
  font: 13px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--page); border: 1px solid var(--line);
}
header { display: flex; gap: 8px; padding: 6px 8px; border-bottom: 1px solid var(--line); align-items: center; flex-wrap: wrap }
input, select, button { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 4px; padding: 2px 6px }
input { flex: 1 1 140px; min-width: 0 }
:focus-visible { outline: 2px solid var(--body); outline-offset: -1px }
main { display: grid; grid-template-columns: minmax(0, 1fr); min-height: 0 }
main.split { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) }
.list { overflow: auto; position: relative; min-height: 0 }
.line { position: absolute; left: 0; right: 0; height: ${LINE}px; display: grid; align-items: center; gap: 8px; padding: 0 8px 0 18px;
  grid-template-columns: 20px minmax(0, 3fr) 92px minmax(0, 4fr) 62px; box-sizing: border-box; border-bottom: 1px solid var(--line); cursor: default }
.line[aria-selected='true'] { background: var(--chosen) }
.line.inside { padding-left: 36px }
.name, .word { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.soft { color: var(--soft) } .bad { color: var(--bad); font-weight: 600 }
.ms { text-align: right; font-variant-numeric: tabular-nums }
.bars { position: relative; height: 12px }
.bars i { position: absolute; height: 100%; min-width: 2px; box-sizing: border-box }
.wait { background: repeating-linear-gradient(135deg, var(--wait) 0 2px, transparent 2px 5px); border: 1px solid var(--wait) }
.body { background: var(--body) }
.pause { border-bottom: 2px dotted var(--soft) }
.joined { border: 1px dashed var(--body) }
.deadline { width: 0; border-left: 2px solid var(--bad); min-width: 0 !important }
svg { position: absolute; left: 0; top: 0; width: 18px; pointer-events: none; overflow: visible; fill: none; stroke: var(--soft) }
aside { overflow: auto; border-left: 1px solid var(--line); padding: 8px 12px; min-height: 0 }
h2 { font-size: 14px; margin: 0 0 6px; overflow-wrap: anywhere } h3 { font-size: 12px; margin: 12px 0 2px; color: var(--soft) }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.45 ui-monospace, monospace }
.empty { padding: 24px; color: var(--soft) }
`;
