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

/** React 18 uses other names. */
const named = React as typeof React & { readonly unstable_act?: typeof React.act };
export const act: typeof React.act = named.act ?? named.unstable_act;

/** React DOM checks for a window when it loads, so it is loaded in the page. */
const client = (): typeof clientOfReact => require('react-dom/client') as never;
const server = (): typeof serverOfReact => require('react-dom/server') as never;
const dom = (): typeof domOfReact => require('react-dom') as never;

/** For features that React 18 doesn't have: `npm run integration -- react` runs the same specs with React 18. */
export const itSince19 = React.version.startsWith('18.') ? it.skip : it;

/** Globals of a page that Node doesn't have. */
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

/** Runs all work that doesn't wait for a timer of a call, and lets React render. */
export const settle = (): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  });

/** Gives each case its own page, and unmounts the components at the end. A warning of React fails the case. */
export const inReactPage = (): void => {
  beforeEach(() => {
    enter();
    errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    await act(async () => {
      for (const root of open.splice(0)) root.unmount();
    });
    const warnings = errors.mock.calls.map((args) => args.map(String).join(' '));
    errors.mockRestore();
    leave();
    expect(warnings).toEqual([]);
  });
};

/** The warnings of React in a case that expects them. Reading them removes them. */
export const takeWarnings = (): string[] => {
  const said = errors.mock.calls.map((args) => args.map(String).join(' '));
  errors.mockClear();
  return said;
};

/** A component that renders and records the value of a hook. */
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
  /** Synchronously, within the current work. */
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

/** Renders into a new element of the page. */
export const mount = async (node: ReactNode): Promise<Page> => {
  const container = element();
  const page = pageOf(container, client().createRoot(container as never));
  await page.render(node);
  return page;
};

/** The HTML that a server renders for it. */
export const serverHtml = (node: ReactNode): string => server().renderToString(node);

/** Hydrates the server's HTML, and returns the mismatches that React reports. */
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

/** The error that the nearest boundary caught. */
export class Boundary extends React.Component<{ readonly children?: ReactNode }> {
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override state: { readonly error?: Error } = {};

  override render(): ReactNode {
    return this.state.error ? String(this.state.error) : this.props.children;
  }
}
