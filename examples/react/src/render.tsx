import { dehydrate } from '@tanstack/react-query';
import { withHeaders } from 'homing';
import { renderToString } from 'react-dom/server';
import { makeApi } from './api.js';
import { App, makeQueryClient, type State } from './app.js';
import { catalogueOf } from './catalogue.js';
import { shelfOf } from './shelf.js';

interface Asked {
  /** An absolute URL. On the server, there is no page URL to resolve a path against. */
  readonly baseUrl: string;
  /** The cookie of the incoming request. */
  readonly cookie: string | undefined;
}

/** Renders the page as HTML, and returns the state for its components. Uses one query client per request. */
export async function render({ baseUrl, cookie = '' }: Asked): Promise<{ html: string; state: State }> {
  const api = makeApi(baseUrl);
  const copy = withHeaders(api, { cookie });
  const queryClient = makeQueryClient();

  const [session] = await Promise.all([copy.session(), queryClient.prefetchInfiniteQuery(catalogueOf(api))]);
  const reader = session.data?.reader ?? null;
  if (reader !== null) await queryClient.prefetchQuery(shelfOf({ api: copy, scope: reader }));

  const state = { reader, queries: dehydrate(queryClient) };
  const html = renderToString(<App api={api} copyFor={() => copy} queryClient={queryClient} state={state} />);
  return { html, state };
}
