import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { type HookOptions, useCall, usePoll } from '../../../lib/entries/react.js';
import { held } from '../../support/react-client.js';
import { inReactPage, mount, probe } from '../../support/react-page.js';

/** Runs a hook while every object inherits this `key`. */
const withInheritedKey = <T>(hook: () => T): T => {
  Object.defineProperty(Object.prototype, 'key', { value: 'evil', configurable: true });
  try {
    return hook();
  } finally {
    Reflect.deleteProperty(Object.prototype, 'key');
  }
};

inReactPage();

type Client = ReturnType<typeof held>;

describe('the options of a hook', () => {
  it.each<[string, (client: Client, id: number, options: HookOptions | undefined) => unknown]>([
    ['useCall', ({ api }, id, options) => useCall(api.read, { id }, options)],
    ['usePoll', ({ api }, id, options) => usePoll(api.read, { id }, options as never)],
  ])('are own properties only: %s reads no key from Object.prototype', async (_name, hook) => {
    for (const options of [undefined, {}]) {
      const client = held();
      const { Probe } = probe(({ id }: { id: number }) => withInheritedKey(() => hook(client, id, options)));
      const page = await mount(createElement(Probe, { id: 1 }));
      await page.render(createElement(Probe, { id: 2 }));
      expect(client.paths()).toEqual(['/users/1', '/users/2']);
      await page.unmount();
    }
  });
});
