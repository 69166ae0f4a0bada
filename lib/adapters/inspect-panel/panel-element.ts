import { html, LitElement, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import type { ExchangeBody, SeenAttempt, SeenCall } from '../../features/inspect/seen-call.js';
import { asCurl, asSpec, partsOf } from './copies.js';
import { LINE, STYLE } from './panel-style.js';
import {
  type Filter,
  dependsOn,
  type Line,
  linesOf,
  matches,
  segmentsOf,
  type PanelSource,
  spanOf,
  verdictOf,
} from './timeline.js';

const KINDS = 'ok running http network parse timeout abort superseded middleware cache joined'.split(' ');

/** Rows to render above and below the visible rows. */
const SPARE = 4;

const ms = (value: number): string =>
  value < 9999.5 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`;

const textOf = (body: ExchangeBody | undefined): string => {
  const { text = '', fields, size } = partsOf(body);
  if (size !== undefined) return `Not stored, length ${size}`;
  return fields
    ? fields.map(({ name, value, fileName }) => `${name}: ${value ?? fileName ?? ''}`).join('\n')
    : text;
};

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const section = (title: string, text: string): TemplateResult | typeof nothing =>
  text === ''
    ? nothing
    : html`<h3>${title}</h3>
        <pre>${text}</pre>`;

const attemptView = ({ number, request, response, outcome, joined }: SeenAttempt): TemplateResult => html`
  ${section(`Request ${number}`, joined === undefined ? `${request.method} ${request.url}` : `joined call ${joined}`)}
  ${section('Sent headers', headersText(request.headers))} ${section('Sent body', textOf(request.body))}
  ${response ? section(`Status ${response.status}`, headersText(response.headers)) : nothing}
  ${section('Body', textOf(response?.body))} ${section('Outcome', outcome?.message ?? '')}
`;

/** The panel: a list that renders only its visible rows, and the details of the selected call. */
class InspectorPanel extends LitElement {
  static override styles = unsafeCSS(STYLE);
  static override properties = { seen: { attribute: false } };
  declare seen: PanelSource | undefined;
  #filter: Filter = { text: '', kind: '', status: '' };
  #open = new Set<string>();
  #chosen: string | undefined;
  #isShown = false;
  #lines: Line[] = [];
  #isStale = true;
  #said = '';
  #stop: (() => void) | undefined;
  #watched: PanelSource | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    this.#watched = undefined;
  }

  /** Also reads a property that was set before the element was upgraded. */
  protected override willUpdate(): void {
    if (!this.isConnected || this.seen === this.#watched) return;
    this.#stop?.();
    this.#watched = this.seen;
    this.#stop = this.seen?.subscribe(() => this.#change());
    this.#isStale = true;
  }

  /** Redraws at most once per animation frame. */
  protected override async scheduleUpdate(): Promise<void> {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await super.scheduleUpdate();
  }

  protected override render(): TemplateResult {
    const lines = this.#allLines();
    const chosen = lines.find(({ key }) => key === this.#chosen);
    return html` <header @keydown=${(event: KeyboardEvent) => event.stopPropagation()}>
        <input
          type="search"
          aria-label="Filter by text"
          placeholder="Filter ( / )"
          .value=${this.#filter.text}
          @input=${(event: Event) => this.#look({ text: (event.target as HTMLInputElement).value })}
        />
        <select
          aria-label="Kind"
          @change=${(event: Event) => this.#look({ kind: (event.target as HTMLSelectElement).value })}
        >
          <option value="">any kind</option>
          ${KINDS.map((kind) => html`<option>${kind}</option>`)}
        </select>
        <select
          aria-label="Status"
          @change=${(event: Event) => this.#look({ status: (event.target as HTMLSelectElement).value })}
        >
          <option value="">any status</option>
          ${['2', '3', '4', '5'].map((digit) => html`<option value=${digit}>${digit}xx</option>`)}
        </select>
        <span class="soft" role="status">${this.#said || `${lines.length} rows`}</span>
        <button @click=${() => this.seen?.clear()}>Clear</button>
      </header>
      <main class=${chosen && this.#isShown ? 'split' : ''}>
        <div
          class="list"
          role="listbox"
          aria-label="Calls"
          tabindex="0"
          aria-activedescendant=${chosen ? `line-${chosen.key.replace(' ', '-')}` : nothing}
          @scroll=${() => this.requestUpdate()}
          @keydown=${(event: KeyboardEvent) => this.#key(event)}
        >
          ${lines.length === 0 ? html`<p class="empty">No calls.</p>` : this.#window(lines)}
        </div>
        ${chosen && this.#isShown ? this.#details(chosen.call) : nothing}
      </main>`;
  }

  #change(): void {
    this.#isStale = true;
    this.requestUpdate();
  }

  #look(changed: Partial<Filter>): void {
    this.#filter = { ...this.#filter, ...changed };
    this.#change();
  }

  #allLines(): Line[] {
    if (this.#isStale) {
      const calls = this.seen?.calls ?? [];
      const isAny = Object.values(this.#filter).every((wanted) => wanted === '');
      const found = isAny ? calls : calls.filter((call) => matches(call, this.#filter));
      this.#lines = linesOf(found, this.#open);
      this.#isStale = false;
    }
    return this.#lines;
  }

  get #list(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.list');
  }

  /** Renders the visible rows. */
  #window(lines: readonly Line[]): TemplateResult {
    const { scrollTop = 0, clientHeight = 600 } = this.#list ?? {};
    const first = Math.max(Math.floor(scrollTop / LINE) - SPARE, 0);
    const drawn = lines.slice(first, first + Math.ceil(clientHeight / LINE) + 2 * SPARE);
    const now = performance.timeOrigin + performance.now();
    const span = spanOf(drawn, now);
    return html`<div style="height:${lines.length * LINE}px" role="presentation">
      ${drawn.map((line, at) => this.#line(line, first + at, span, now))} ${this.#links(lines, drawn, first)}
    </div>`;
  }

  #line(line: Line, at: number, { from, to }: { from: number; to: number }, now: number): TemplateResult {
    const { key, call, calls, size, isInside } = line;
    const { sign, word } = verdictOf(call);
    const isBad = call.outcome && !['ok', 'superseded', 'abort'].includes(call.outcome.kind);
    const left = (time: number): number => ((time - from) / (to - from)) * 100;
    const bar = (kind: string, start: number, end: number): TemplateResult =>
      html`<i
        class=${kind}
        title=${`${kind}, ${ms(end - start)}`}
        style="left:${left(start)}%;width:${Math.max(left(end) - left(start), 0)}%"
      ></i>`;
    return html`<div
      class="line ${isInside ? 'inside' : ''}"
      id="line-${key.replace(' ', '-')}"
      role="option"
      style="top:${at * LINE}px"
      aria-selected=${key === this.#chosen}
      @click=${() => this.#choose(line, true)}
    >
      <span class=${isBad ? 'bad' : 'soft'} aria-hidden="true"
        >${size > 0 ? (this.#open.has(key) ? '▾' : '▸') : sign}</span
      >
      <span class="name"
        >${size > 0 ? html`<b>${key}</b> (${size}) ` : nothing}${call.client ? `${call.client}.` : ''}${call.operation ?? call.name}
        <span class="soft"
          >${call.page ? `page ${call.page} ` : ''}${call.retryOf === undefined ? '' : `retry of ${call.retryOf} `}${call.method}
          ${call.url}</span
        ></span
      >
      <span class="word ${isBad ? 'bad' : ''}">${word}</span>
      <span class="bars"
        >${calls.flatMap((each) => segmentsOf(each, now)).map((segment) => bar(segment.kind, segment.from, Math.min(segment.to, to)))}
        ${call.deadline !== undefined && call.startedAt + call.deadline <= to ? html`<i class="deadline" title="deadline" style="left:${left(call.startedAt + call.deadline)}%"></i>` : nothing}</span
      >
      <span class="ms soft">${ms((call.endedAt ?? now) - call.startedAt)}</span>
    </div>`;
  }

  /**
   * Draws a line from a call that joined a request to the call that sent it, and from a superseded call to
   * its successor.
   */
  #links(lines: readonly Line[], drawn: readonly Line[], first: number): TemplateResult | typeof nothing {
    const leaning = new Set(drawn.map(({ call }) => dependsOn(call)).filter((id) => id !== undefined));
    if (leaning.size === 0) return nothing;
    const places = new Map<number, number>();
    for (const [at, { call }] of lines.entries()) if (leaning.has(call.id)) places.set(call.id, at);
    const middle = (at: number): number => at * LINE + LINE / 2;
    const paths = drawn.map(({ call, size }, at) => {
      const other = size > 0 ? undefined : places.get(dependsOn(call) ?? 0);
      if (other === undefined) return nothing;
      const style = call.supersededBy === undefined ? '4 2' : 'none';
      return svg`<path d="M16 ${middle(first + at)}H8V${middle(other)}H16m-4 -3l4 3l-4 3" stroke-dasharray=${style}></path>`;
    });
    return html`<svg aria-hidden="true" height="1">${paths}</svg>`;
  }

  #details(call: SeenCall): TemplateResult {
    const { client, name, operation, attempts, notes, items, itemCount, outcome, supersededBy } = call;
    const said = notes.map(({ type, ms: wait, why, hit }) =>
      type === 'wait'
        ? `waits ${ms(wait ?? 0)} (${why ?? ''})`
        : `${type}${hit === undefined ? '' : hit ? ': hit' : ': miss'}`,
    );
    return html`<aside aria-label="Selected call">
      <h2>${client ? `${client}.` : ''}${operation ?? name}</h2>
      <button @click=${() => this.#copy('curl')}>Copy as curl</button>
      <button @click=${() => this.#copy('spec')}>Copy as spec</button>
      ${section('Outcome', outcome ? `${outcome.kind} ${outcome.message ?? ''}` : 'running')}
      ${section('Superseded by', supersededBy === undefined ? '' : `call ${supersededBy}`)}
      ${section('Notes', said.join('\n'))}
      ${items ? section(`Items ${String(itemCount ?? '')}`, items.join('\n')) : nothing}
      ${attempts.map(attemptView)}
    </aside>`;
  }

  #choose({ key, size }: Line, isToOpen = false): void {
    if (isToOpen && size > 0 && key === this.#chosen && !this.#open.delete(key)) this.#open.add(key);
    this.#chosen = key;
    if (isToOpen) this.#isShown = true;
    this.#said = '';
    this.#change();
  }

  #key(event: KeyboardEvent): void {
    const lines = this.#allLines();
    const at = lines.findIndex(({ key }) => key === this.#chosen);
    const page = Math.max(Math.floor((this.#list?.clientHeight ?? LINE) / LINE) - 1, 1);
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 },
      ...{ PageDown: at + page, PageUp: at - page },
    };
    const to = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (to !== undefined) this.#goTo(Math.min(Math.max(to, 0), lines.length - 1));
    else if (event.key === 'Enter' && lines[at]) this.#choose(lines[at], true);
    else if (event.key === 'Escape') this.#isShown = false;
    else if (event.key === '/') this.renderRoot.querySelector('input')?.focus();
    else if (event.key === 'c' && !event.ctrlKey && !event.metaKey) this.#copy('curl');
    else if (event.key === 's' && !event.ctrlKey && !event.metaKey) this.#copy('spec');
    else return;
    event.preventDefault();
    this.requestUpdate();
  }

  #goTo(at: number): void {
    const [line, list] = [this.#lines[at], this.#list];
    if (!line || !list) return;
    this.#choose(line);
    const [top, height] = [at * LINE, list.clientHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + LINE > list.scrollTop + height) list.scrollTop = top + LINE - height;
  }

  #copy(what: 'curl' | 'spec'): void {
    const call = this.#lines.find(({ key }) => key === this.#chosen)?.call;
    const text = call && (what === 'curl' ? asCurl(call) : asSpec(call));
    const say = (said: string): void => {
      this.#said = said;
      this.requestUpdate();
    };
    if (text === undefined) say('Nothing was sent.');
    else
      navigator.clipboard.writeText(text).then(
        () => say(`Copied as ${what}.`),
        () => say('Copying is blocked.'),
      );
  }
}

/** Registers `<homing-inspector>` once. */
export function definePanel(): void {
  if (!customElements.get('homing-inspector')) customElements.define('homing-inspector', InspectorPanel);
}
