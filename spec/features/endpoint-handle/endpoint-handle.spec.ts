import { describe, expect, it, vi } from 'vitest';
import {
  endpointOf,
  paramsText,
  pluginScopes,
} from '../../../lib/features/endpoint-handle/endpoint-handle.js';
import { type MiddlewareEntry, Plugin } from '../../../lib/index.js';
import { createTestClient } from '../../support/client.js';

describe('the endpoint behind a function', () => {
  it('is the same for a client and its copies', () => {
    const { api } = createTestClient();
    expect(endpointOf('query', api.call).definition.name).toBe('call');
    expect(endpointOf('query', api.with({ timeout: 5 }).call).definition).toBe(
      endpointOf('query', api.call).definition,
    );
  });

  it.each<[string, unknown, string]>([
    ['a spy', vi.fn(), 'a function'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a client', createTestClient().api, 'a RestClient'],
  ])('is missing for a value that no client created, which is rejected: %s', (_what, given, shown) => {
    expect(() => endpointOf('useCall', given)).toThrow(
      new TypeError(`useCall needs an endpoint function, such as api.getUser, but got ${shown}.`),
    );
  });
});

describe('the scopes of plugins', () => {
  class Scoped extends Plugin {
    constructor(readonly say: () => string) {
      super();
    }

    override scope(): string {
      return this.say();
    }
  }

  const scopesOf = (...middleware: MiddlewareEntry[]): string =>
    pluginScopes(endpointOf('useCall', createTestClient({ middleware }).api.call), {});

  it('are equal for equal strings, and differ for different strings', () => {
    const of = (user: string): string => scopesOf(new Scoped(() => user));
    expect(of('ada')).toBe(of('ada'));
    expect(of('ada')).not.toBe(of('grace'));
  });

  it('ignore a plugin whose scope throws, and middleware without a scope', () => {
    const failing = new Scoped(() => {
      throw new Error('no user');
    });
    expect(scopesOf(failing, null as never, (_ctx, next) => next())).toBe(
      scopesOf(null as never, failing, failing),
    );
  });
});

describe('the key of params', () => {
  it('is the same for undefined and an empty object', () => {
    expect(paramsText('query', undefined)).toBe(paramsText('query', {}));
  });

  it('is the same for equal params of two objects', () => {
    const made = (): object => ({ id: 1, since: new Date(0), tags: ['a'], not: undefined });
    expect(paramsText('query', made())).toBe(paramsText('query', made()));
  });

  it("can't be created for a hundred thousand levels", () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(() => paramsText('query', deep)).toThrow(TypeError);
  });

  it.each([new Map(), new Set(), 1n, NaN, Symbol('a'), () => 1, new Date(NaN)])(
    "can't be created for %o",
    (value) => {
      expect(() => paramsText('query', { value })).toThrow("query can't create a key from params with");
    },
  );
});
