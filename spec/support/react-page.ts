import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { createRequire } from 'node:module';
import * as React from 'react';
import type { ReactNode } from 'react';
import type * as domOfReact from 'react-dom';
import type * as clientOfReact from 'react-dom/client';
import type { Root } from 'react-dom/client';
import type * as serverOfReact from 'react-dom/server';
import { SmallDocument, type SmallElement } from './small-dom.js';

const require = createRequire(import.meta.url);
const { createElement, StrictMode } = React;

/** React 18 has it by other names. */
const named = React as typeof React & { readonly unstable_act?: typeof React.act };
export const act: typeof React.act = named.act ?? named.unstable_act;

/** React DOM looks at once whether there is a window, so it is loaded in the page. */
const client = (): typeof clientOfReact => require('react-dom/client') as never;
const server = (): typeof serverOfReact => require('react-dom/server') as never;
const dom = (): typeof domOfReact => require('react-dom') as never;

/** For cases of what React 18 has not: the same specs are run by it, too, by `npm run integration -- react`. */
export const itSince19 = React.version.startsWith('18.') ? it.skip : it;

/** What a page has, and Node has not. */
const page = () => {
  const document = new SmallDocument();
  return { document, window: document.defaultView, IS_REACT_ACT_ENVIRONMENT: true };
};

const open: Root[] = [];
let errors: MockInstance<typeof console.error>;

const enter = (): void => {
  for (const [name, value] of Object.entries(page()))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};

const leave = (): void => {
  for (const name of Object.keys(page())) Reflect.deleteProperty(globalThis, name);
};

/** Lets everything happen that waits for no timer of a call, and React render it. */
export const settle = (): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  });

/** Each case has a page of its own, whose components go at its end. React has nothing to complain of, or it fails. */
export const inReactPage = (): void => {
  beforeEach(() => {
    enter();
    errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    await act(async () => {
      for (const root of open.splice(0)) root.unmount();
    });
    const complaints = errors.mock.calls.map((args) => args.map(String).join(' '));
    errors.mockRestore();
    leave();
    expect(complaints).toEqual([]);
  });
};

/** What React says on the console of a case in which it has to complain; that is taken as said. */
export const complaints = (): string[] => {
  const said = errors.mock.calls.map((args) => args.map(String).join(' '));
  errors.mockClear();
  return said;
};

/** A component that shows what a hook gives, and remembers it. */
export const probe = <TProps extends object, TState>(hook: (props: TProps) => TState) => {
  const seen: TState[] = [];
  const Probe = (props: TProps): ReactNode => {
    const state = hook(props);
    seen.push(state);
    const text = JSON.stringify(state, (_name, value: unknown) =>
      value instanceof Error ? value.message : value,
    );
    return createElement('p', null, text);
  };
  return { Probe, seen, now: (): TState => seen.at(-1)! };
};

export interface Page {
  readonly container: SmallElement;
  readonly root: Root;
  render(node: ReactNode): Promise<void>;
  /** At once, within what is going on. */
  renderNow(node: ReactNode): void;
  unmount(): Promise<void>;
}

const pageOf = (container: SmallElement, root: Root): Page => {
  open.push(root);
  return {
    container,
    root,
    render: (node) => act(async () => root.render(node)),
    renderNow: (node) => dom().flushSync(() => root.render(node)),
    unmount: () =>
      act(async () => {
        open.splice(open.indexOf(root), 1);
        root.unmount();
      }),
  };
};

const element = (): SmallElement => (document as unknown as SmallDocument).createElement('div');

/** Renders into a new place of the page. */
export const mount = async (node: ReactNode): Promise<Page> => {
  const container = element();
  const page = pageOf(container, client().createRoot(container as never));
  await page.render(node);
  return page;
};

/** What a server sends for it. */
export const serverHtml = (node: ReactNode): string => server().renderToString(node);

/** Hydrates what a server sent, and gives what React found to mend. */
export const hydrate = async (html: string, node: ReactNode): Promise<{ page: Page; mended: unknown[] }> => {
  const container = element();
  container.innerHTML = html;
  const mended: unknown[] = [];
  const root = await act(async () =>
    client().hydrateRoot(container as never, node, {
      onRecoverableError: (error: unknown) => void mended.push(error),
    }),
  );
  return { page: pageOf(container, root), mended };
};

export const strict = (node: ReactNode): ReactNode => createElement(StrictMode, null, node);

/** What the nearest boundary above caught. */
export class Boundary extends React.Component<{ readonly children?: ReactNode }> {
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override state: { readonly error?: Error } = {};

  override render(): ReactNode {
    return this.state.error ? String(this.state.error) : this.props.children;
  }
}
