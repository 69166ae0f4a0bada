import { type ApiClient, createApi, defineRequest } from 'homing';
import { events } from 'homing/sse';

export interface Book {
  readonly id: number;
  readonly title: string;
  readonly author: string;
}

/** The validation errors of a form, by field. */
export interface Invalid {
  readonly fields: Readonly<Record<string, string>>;
}

export interface Session {
  readonly reader: string | null;
}

export interface News {
  readonly id: number;
  readonly text: string;
}

const requests = {
  books: defineRequest<{ books: Book[]; cursor: number | null }, { cursor?: number }>()({
    method: 'GET',
    path: '/books',
  }),
  search: defineRequest<Book[], { q: string }>()({ method: 'GET', path: '/search' }),
  rename: defineRequest<Book, { id: number; title: string }, { 422: Invalid }>()({
    method: 'PATCH',
    path: '/books/:id',
  }),
  seats: defineRequest<{ free: number; of: number }>()({ method: 'GET', path: '/seats' }),
  news: defineRequest()({ method: 'GET', path: '/news', responseType: events<News>({ reconnect: true }) }),
  session: defineRequest<Session>()({ method: 'GET', path: '/session' }),
  logIn: defineRequest<Session, { name: string }, { 422: Invalid }>()({ method: 'POST', path: '/session' }),
  logOut: defineRequest<Session>()({ method: 'DELETE', path: '/session' }),
  shelf: defineRequest<Book[]>()({ method: 'GET', path: '/shelf' }),
};

export type Api = ApiClient<typeof requests>;

/** @param baseUrl `/api` in the page. On the server, an absolute URL. */
export const makeApi = (baseUrl: string): Api =>
  // Cache keys contain this name, so the server and the page have the same keys despite their different baseUrl.
  createApi({ name: 'library', baseUrl, timeout: 10_000, requests });
