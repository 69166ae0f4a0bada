import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../../scripts/architecture.mjs';
import { docs, PROJECT_PAGES } from './repository.mjs';

/**
 * The headings of the guide, and under each its pages in the order in which a newcomer reads them. A page that architecture.json
 * has under a heading and that isn't named there comes last of it. What isn't there is left out.
 */
const GUIDE = {
  Calls:
    'first-endpoint client-and-options params bodies responses errors results cancelling-and-deadlines share-and-dedupe uploads-and-downloads openapi places',
  Plugins:
    'retries cache which-cache http-cache cache-for-many-processes log credentials resilience rate-limits circuit-breakers hedging observers tracing inspector middleware plugins building-a-part',
  'Beyond one call': 'pagination polling graphql graphql-codegen gql-tada graphql-tag on-a-server',
  Streams: 'streams server-sent-events streaming-from-an-llm',
  Frameworks: 'tanstack-query swr rtk-query react next',
  Testing: 'testing-with-mock-fetch recording-and-replaying testing-with-msw testing-with-nock',
  Migrating:
    'migrating-from-fetch migrating-from-axios migrating-from-ky migrating-from-openapi-fetch migrating-from-hey-api migrating-from-ts-rest',
};

/** From what everybody needs to what few do. */
const RECIPES =
  'token-refresh idempotency-keys attempt-timeout search-as-you-type server-frameworks sigv4 http-message-signatures';

const REFERENCE = ['reference/rules', 'node'];
const PROOF = ['runtimes', 'faults', 'proof', 'benchmarks', 'security'];
const INSIDE = ['how-it-works', 'architecture'];

const has = (page) => existsSync(join(docs, `${page}.md`));

const titleOf = (page) => {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8')) ?? [];
  // Of a generated title without its type parameters.
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

/** Where architecture.json puts the pages of parts, adapters and entries: pairs of a heading and a page. */
const placed = Object.values({ ...table.features, ...table.adapters, ...table.entries })
  .filter(({ guide }) => guide)
  .map(({ guide }) => guide.split('/'));

/** Each heading of the guide with its pages, in the order in which they are read. */
const headings = Object.entries(GUIDE).map(([heading, names]) => {
  const placedHere = placed.filter(([under]) => under === heading).map(([, page]) => page);
  return [heading, [...new Set([...names.split(' '), ...placedHere])].map((name) => `guide/${name}`)];
});

const guide = () => headings.map(([text, pages]) => group(text, pages, false));

/** The recipes, those that are named nowhere last. */
const recipes = () =>
  group(
    'Recipes',
    [...new Set([...RECIPES.split(' ').map((name) => `recipes/${name}`), ...pagesIn('recipes')])],
    false,
  );

/** Pages of the guide, and of the root, that stand under no heading. */
function others() {
  const named = [...headings.flatMap(([, pages]) => pages), ...REFERENCE, ...PROOF, ...INSIDE];
  const pages = [...pagesIn('guide'), ...pagesIn('.')].filter((page) => !named.includes(page));
  return group('More', pages, false);
}

/** The generated pages, as their index has them: one list for each kind of name. */
function api() {
  const groups = [
    ['Functions', 'functions'],
    ['Classes', 'classes'],
    ['Interfaces', 'interfaces'],
    ['Types', 'types'],
  ];
  return groups.map(([text, folder]) => group(text, pagesIn(`api/${folder}`), true));
}

const project = () => ({
  text: 'Project',
  items: [...PROJECT_PAGES.keys()].map((page) => ({
    text: page[0].toUpperCase() + page.slice(1),
    link: `/project/${page}`,
  })),
});

const reference = () => ({
  text: 'Reference',
  items: [...REFERENCE.filter(has).map(itemOf), { text: 'API', link: '/api/' }],
});

const withItems = (groups) => groups.filter(({ items }) => items.length > 0);

/** The sidebar; groups without pages are left out. */
export function sidebar() {
  const all = withItems([
    ...guide(),
    others(),
    recipes(),
    reference(),
    group('Proof', PROOF, false),
    group('Inside', INSIDE, false),
    project(),
  ]);
  return { '/': all, '/api/': withItems([reference(), ...api()]) };
}

/** The bar at the top. */
export function nav() {
  const first = (groups) => groups.flatMap(({ items }) => items)[0]?.link;
  const entries = [
    ['Guide', first(withItems(guide())), '^/guide/'],
    ['Recipes', first([recipes()]), '^/recipes/'],
    ['Reference', first([reference()]), '^/(reference|api)/'],
    ['How it works', '/how-it-works', '^/(how-it-works|architecture|source/)'],
    ['Benchmarks', first([group('', ['benchmarks'])]), '^/benchmarks'],
  ];
  return entries.filter(([, link]) => link).map(([text, link, activeMatch]) => ({ text, link, activeMatch }));
}
