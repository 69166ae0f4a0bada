import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../../scripts/architecture.mjs';
import { docs, PROJECT_PAGES } from './repository.mjs';

/**
 * The groups of the sidebar, each with its pages in reading order. A name without a folder is a page of guide/. The
 * sidebar omits pages that don't exist. A page that only architecture.json assigns to a group comes last in that group.
 */
const GROUPS = {
  'Getting started':
    'introduction installation quick-start important-defaults typescript comparison troubleshooting',
  Core: 'first-endpoint client-and-options base-url-and-headers params bodies responses errors working-with-results one-off-requests cancelling-and-deadlines',
  Features:
    'retries cache http-cache share-and-dedupe recipes/search-as-you-type authentication recipes/token-refresh recipes/sigv4 recipes/http-message-signatures rate-limits idempotency-keys circuit-breakers resilience pagination polling uploads-and-downloads dates-and-big-integers webhooks shared-http-cache hedging',
  Streaming: 'streams server-sent-events streaming-from-an-llm',
  GraphQL: 'graphql graphql-tools',
  OpenAPI:
    'from-document-to-app openapi openapi-configuration openapi-schemas-and-dates param-serialization publishing-an-sdk',
  Frameworks: 'react tanstack-query swr rtk-query next server-usage',
  Testing: 'testing-with-mock-fetch testing-with-msw testing-with-nock recording-and-replaying',
  Observability: 'log observers tracing inspector',
  Extending: 'middleware plugins response-readers stores-and-backoffs',
  Node: '/node',
  Migration:
    'migrating-from-fetch migrating-from-axios migrating-from-ky migrating-from-openapi-fetch migrating-from-openapi-typescript migrating-from-hey-api migrating-from-orval migrating-from-ts-rest',
  Reference: '/api/ reference/rules reference/error-messages reference/error-codes /runtimes',
  Project:
    'project/changelog project/security /benchmarks /quality /quality-openapi /faults /security /architecture /how-it-works /request-identity project/contributing project/releasing',
};

/** The generated index of the API; it exists only after a build. */
const API = 'api/';

const isProject = (page) => PROJECT_PAGES.has(page.replace('project/', ''));

const has = (page) =>
  page === API || (page.startsWith('project/') ? isProject(page) : existsSync(join(docs, `${page}.md`)));

/** `retries` becomes `guide/retries`, and `/node` becomes `node`. */
const pathOf = (name) => {
  if (name.startsWith('/')) return name.slice(1);
  return name.includes('/') ? name : `guide/${name}`;
};

const capitalize = (word) => word[0].toUpperCase() + word.slice(1);

/** The title of a page, such as `guide/retries`. */
export const titleOf = (page) => {
  if (page === API) return 'API';
  if (page === 'project/security') return 'Security policy';
  if (page.startsWith('project/')) return capitalize(page.replace('project/', ''));
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8')) ?? [];
  // Omits the type parameters of a generated title.
  return (title ?? page).replaceAll('`', '').replace(/\\<.*/, '');
};

const itemOf = (page) => ({ text: titleOf(page), link: `/${page}` });
const group = (text, pages, collapsed) => ({ text, collapsed, items: pages.filter(has).map(itemOf) });

const pagesIn = (folder) =>
  existsSync(join(docs, folder))
    ? readdirSync(join(docs, folder))
        .filter((file) => /^[^[].*\.md$/.test(file) && file !== 'index.md')
        .map((file) => join(folder, file).replaceAll('\\', '/').replace(/\.md$/, ''))
    : [];

/** The pages of architecture.json, as pairs of a group and a page. */
const assigned = Object.values({ ...table.features, ...table.adapters, ...table.entries })
  .filter(({ guide }) => guide)
  .map(({ guide }) => guide.split('/'));

/** Pairs of a group and its pages. */
export const groups = Object.entries(GROUPS).map(([name, list]) => {
  const more = assigned.filter(([of]) => of === name).map(([, page]) => page);
  return [name, [...new Set([...list.split(' '), ...more].map(pathOf))].filter(has)];
});

/** The pages of rules, by topic. */
const rules = () => {
  const all = group('Behavior rules', pagesIn('reference/rules'), true);
  return {
    ...all,
    items: all.items.map((item) => ({ ...item, text: capitalize(item.text.replace('Rules: ', '')) })),
  };
};

/** Pages that no group lists. */
function others() {
  const listed = groups.flatMap(([, pages]) => pages);
  const folders = ['guide', 'recipes', 'reference', '.'];
  return group(
    'More',
    folders.flatMap(pagesIn).filter((page) => !listed.includes(page)),
    false,
  );
}

/** The generated pages of the API: one group for each kind of name. */
function api() {
  const kinds = [
    ['Modules', 'modules'],
    ['Functions', 'functions'],
    ['Classes', 'classes'],
    ['Interfaces', 'interfaces'],
    ['Types', 'types'],
    ['Variables', 'variables'],
  ];
  return kinds.map(([text, folder]) => {
    const all = group(text, pagesIn(`api/${folder}`), true);
    // The files are in the order of their modules.
    return { ...all, items: all.items.toSorted((a, b) => a.text.localeCompare(b.text, 'en')) };
  });
}

const sidebarGroup = (name) => {
  const [, pages] = groups.find(([each]) => each === name);
  return group(name, pages, false);
};

const withItems = (all) => all.filter(({ items }) => items.length > 0);

/** The sidebar; it omits groups without pages. */
export const sidebar = () => ({
  '/': withItems([...groups.map(([name]) => sidebarGroup(name)), rules(), others()]),
  '/api/': withItems([sidebarGroup('Reference'), ...api()]),
});

/** The bar at the top. */
export const nav = () => [
  { text: 'Guide', link: '/guide/introduction', activeMatch: '^/(guide|recipes|node)' },
  { text: 'Reference', link: '/reference/rules', activeMatch: '^/(reference|api)/' },
  { text: 'Benchmarks', link: '/benchmarks', activeMatch: '^/benchmarks' },
  { text: 'Changelog', link: '/project/changelog', activeMatch: '^/project/' },
];
