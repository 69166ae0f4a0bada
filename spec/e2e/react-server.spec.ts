import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { createApi, Request } from '../../lib/index.js';
import { useCall, usePoll, useStream } from '../../lib/entries/react.js';
import { jsonLines } from '../../lib/entries/stream.js';
import { heldFetch } from '../support/held-fetch.js';
import { hydrate, inReactPage, probe, serverHtml, settle, strict } from '../support/react-page.js';

const page = () => {
  const { fetch, requests } = heldFetch();
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    requests: {
      read: new Request<{ id: number }, { n: number }>({ method: 'GET', path: '/read' }),
      rows: new Request<{ id: number }, AsyncIterable<unknown>>({
        method: 'GET',
        path: '/rows',
        responseType: jsonLines(),
      }),
    },
  });
  const hooks = {
    useCall: () => useCall(api.read, { id: 1 }),
    usePoll: () => usePoll(api.read, { id: 1 }, { every: Infinity }),
    useStream: () => useStream(api.rows, { id: 1 }),
  };
  return { sent: requests, hooks };
};

inReactPage();

describe.each(['useCall', 'usePoll', 'useStream'] as const)('%s on a server', (name) => {
  it('sends nothing, and shows the pending state', async () => {
    const { sent, hooks } = page();
    const { Probe, seen } = probe<object, { isPending: boolean }>(hooks[name]);
    expect(serverHtml(createElement(Probe))).toContain('isPending');
    await settle();
    expect([sent.length, seen.map(({ isPending }) => isPending)]).toEqual([0, [true]]);
  });

  it('shows the same state in the page during hydration, and then sends one request', async () => {
    const { sent, hooks } = page();
    const { Probe, seen } = probe<object, { isPending: boolean }>(hooks[name]);
    const html = serverHtml(createElement(Probe)).replaceAll('&quot;', '"');
    const { page: shown, mended } = await hydrate(html, strict(createElement(Probe)));
    expect({ mended, length: sent.length, aborted: sent[0]!.init.signal?.aborted }).toEqual({
      mended: [],
      length: 1,
      aborted: false,
    });
    expect(new Set(seen.map((state) => JSON.stringify(state))).size).toBe(1);
    sent[0]!.answer(new Response('{"n":1}\n'));
    await settle();
    await settle();
    expect({ isPending: seen.at(-1)!.isPending, length: sent.length }).toEqual({
      isPending: false,
      length: 1,
    });
    expect(shown.container.textContent).toContain('"n":1');
  });
});
