import { describe, expect, it } from '@jest/globals';
import type { Agent as Agent6, MockAgent as MockAgent6 } from 'undici-6';
import type { Agent as Agent7, ProxyAgent as ProxyAgent7 } from 'undici';
import type { Agent as Agent8, EnvHttpProxyAgent as EnvHttpProxyAgent8 } from 'undici-8';
import { DispatchOptions, type Dispatcher } from '../../lib/node/dispatcher.js';

type Known = Agent6 | MockAgent6 | Agent7 | ProxyAgent7 | Agent8 | EnvHttpProxyAgent8;

describe('a dispatcher', () => {
  it('may by its type be one of undici 6, 7 or 8', () => {
    const typed = (dispatcher: Known): Dispatcher => dispatcher;
    expect(typed).toBeInstanceOf(Function);
  });

  it('reads no option of a request off Object.prototype', () => {
    const options = new DispatchOptions('http://localhost', '/', 'GET', {}, null);
    expect('toString' in options).toBe(false);
    expect(Object.assign({}, options)).toMatchObject({ path: '/', method: 'GET', body: null });
  });
});
