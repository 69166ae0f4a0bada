import type { Report } from './report.js';
import { anywhere } from './traits.js';

/** The page that a relative `baseUrl` stands on. */
const PAGE = 'https://page.example/';

const segmentsOf = (path: string): number => path.replace(/\/+$/, '').split('/').length - 1;

const isUsual = (path: string): boolean =>
  path === '/items' || path === '/items/:id' || path === '/a/:x/b/:y.json';

const problemOf = (sent: unknown, base: URL, lengths: readonly number[] | undefined): string | undefined => {
  if (typeof sent !== 'string' || !URL.canParse(sent, PAGE)) return `${String(sent)} is no URL`;
  const { origin, pathname, username } = new URL(sent, PAGE);
  if (origin !== base.origin || username !== '') return `${sent} goes to ${origin}`;
  const root = base.pathname.replace(/\/+$/, '');
  if (!lengths) return undefined;
  if (!pathname.startsWith(root)) return `${sent} left ${root}`;
  return lengths.includes(segmentsOf(pathname.slice(root.length)))
    ? undefined
    : `${sent} has other segments than the path`;
};

/** Whatever params and paths hold, unless a middleware changed the URL. */
export const sentWhereItShould = ({ scenario, sent }: Report): string | undefined => {
  if (anywhere(scenario, 'request')) return undefined;
  const { client, endpoints, protocol } = scenario;
  const base = new URL(client.baseUrl, PAGE);
  const routes = endpoints.map(({ path }) => path);
  // A path that climbs is its author's business; a param that does is not.
  const lengths = routes.every(isUsual) && protocol === 'rest' ? routes.map(segmentsOf) : undefined;
  return sent.map(({ url }) => problemOf(url, base, lengths)).find((problem) => problem !== undefined);
};
