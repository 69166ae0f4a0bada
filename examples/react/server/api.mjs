// The reading room's service, in memory. It reports the requests that arrive, and those that the client aborts.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { makeBooks, NEWS, READERS } from './books.mjs';

const PAGE = 12;
const SEATS = 40;
const LONGEST_TITLE = 60;

const readJson = async (request) => {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return JSON.parse(text);
};

const invalid = (field, message) => ({ status: 422, body: { fields: { [field]: message } } });

/**
 * Creates the handler for the paths under `/api`.
 *
 * @param {object} options
 * @param {number} options.pause Milliseconds before each response, and between two news items.
 * @param {(told: { route: string, what: 'asked' | 'given up' }) => void} options.onTold
 */
export function makeApi({ pause, onTold }) {
  const books = makeBooks();
  const readers = new Map();
  let polls = 0;

  const tokenOf = ({ headers }) => /\bsession=([\w-]+)/.exec(headers.cookie ?? '')?.[1];
  /** Requests that change data also need the page's header. A form on another site would send only the cookie. */
  const readerOf = (request) =>
    request.method === 'GET' || request.headers['x-reading-room'] ? readers.get(tokenOf(request)) : undefined;

  const routes = {
    'GET /books'({ query }) {
      const start = Number(query.get('cursor') ?? 0);
      const next = start + PAGE;
      return { body: { books: books.slice(start, next), cursor: next < books.length ? next : null } };
    },
    'GET /search'({ query }) {
      const wanted = query.get('q').toLowerCase();
      return {
        body: books.filter(({ title, author }) => `${title} ${author}`.toLowerCase().includes(wanted)),
      };
    },
    async 'PATCH /books/:id'({ request, id }) {
      const title = (await readJson(request)).title.trim();
      if (!readerOf(request)) return { status: 401, body: { message: 'Readers only.' } };
      if (title === '') return invalid('title', 'A book needs a title.');
      if (title.length > LONGEST_TITLE) return invalid('title', `At most ${LONGEST_TITLE} letters.`);
      const book = books.find((one) => one.id === id);
      book.title = title;
      return { body: book };
    },
    'GET /seats'() {
      polls += 1;
      return { body: { free: 5 + ((polls * 7) % 20), of: SEATS } };
    },
    'GET /session'({ request }) {
      return { body: { reader: readerOf(request) ?? null } };
    },
    async 'POST /session'({ request }) {
      const { name } = await readJson(request);
      const reader = name.trim().toLowerCase();
      if (!Object.hasOwn(READERS, reader)) return invalid('name', 'No card in this name. Try ada, or grace.');
      const token = randomUUID();
      readers.set(token, reader);
      return { body: { reader }, cookie: `session=${token}; HttpOnly; SameSite=Lax; Path=/` };
    },
    'DELETE /session'({ request }) {
      if (readerOf(request)) readers.delete(tokenOf(request));
      return { body: { reader: null }, cookie: 'session=; Max-Age=0; Path=/' };
    },
    'GET /shelf'({ request }) {
      const reader = readerOf(request);
      if (!reader) return { status: 401, body: { message: 'Readers only.' } };
      return { body: books.filter(({ id }) => READERS[reader].includes(id)) };
    },
  };

  const sendNews = async (response, signal) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (let index = 0; ; index += 1) {
      response.write(`data: ${JSON.stringify({ id: index, text: NEWS[index % NEWS.length] })}\n\n`);
      await setTimeout(4 * pause, null, { signal });
    }
  };

  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url, 'http://localhost');
    const [, path, id] = /^\/api(\/\w+)(?:\/(\d+))?$/.exec(pathname) ?? [];
    const route = `${request.method} ${path}${id ? '/:id' : ''}`;
    const gone = new AbortController();
    response.once('close', () => {
      if (response.writableFinished) return;
      gone.abort();
      onTold({ route, what: 'given up' });
    });
    onTold({ route, what: 'asked' });
    try {
      if (route === 'GET /news') return await sendNews(response, gone.signal);
      await setTimeout(pause, null, { signal: gone.signal });
      const answer = await routes[route]?.({ request, query, id: Number(id) });
      const { status = 200, body, cookie } = answer ?? { status: 404, body: { message: 'Not found.' } };
      if (cookie) response.setHeader('set-cookie', cookie);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    } catch {
      response.destroy();
    }
  };
}
