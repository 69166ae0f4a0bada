import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { retryTransient } from 'homing/query';
import { StrictMode } from 'react';
import type { Api } from './api.js';
import { Catalogue } from './catalogue.js';
import { News } from './news.js';
import { Search } from './search.js';
import { Seats } from './seats.js';
import { Door, RoomProvider } from './session.js';
import { Shelf } from './shelf.js';

/** The state that the server sends to the page: the user and the fetched data. It contains no cookie and no token. */
export interface State {
  readonly reader: string | null;
  readonly queries: DehydratedState;
}

export const makeQueryClient = (): QueryClient =>
  // The data stays fresh for a while, so the page doesn't fetch the data from the server again.
  new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: retryTransient(2) } } });

interface AppProps {
  readonly api: Api;
  readonly copyFor: (reader: string) => Api;
  readonly queryClient: QueryClient;
  readonly state: State;
}

export function App({ api, copyFor, queryClient, state }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HydrationBoundary state={state.queries}>
          <RoomProvider api={api} reader={state.reader} copyFor={copyFor}>
            <header>
              <h1>The reading room</h1>
              <Door />
            </header>
            <main>
              <Catalogue />
              <div>
                <Search />
                <Shelf />
                <Seats />
                <News />
              </div>
            </main>
          </RoomProvider>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}
