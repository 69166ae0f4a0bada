import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../../scripts/house.mjs';
import { docs, PROJECT_PAGES } from './repository.mjs';

/**
 * The headings of the guide, and under each the pages that belong to no part and to no entry; those of house.json come
 * before them. A page that is named nowhere comes last, one that isn't there is left out.
 */
const GUIDE = {
  Calls: 'client-and-options params bodies responses errors cancelling-and-deadlines share-and-dedupe',
  Plugins: 'rate-limits circuit-breakers hedging plugins building-a-part',
  'Beyond one call': 'graphql-codegen gql-tada graphql-tag on-a-server',
  Streams: 'streaming-from-an-llm',
  Testing: 'testing-with-msw testing-with-nock',
  Migrating:
    'migrating-from-fetch migrating-from-axios migrating-from-ky migrating-from-openapi-fetch migrating-from-hey-api migrating-from-ts-rest',
};

const REFERENCE = ['reference/options', 'reference/rules'];
const INSIDE = ['how-it-works', 'architecture', 'benchmarks', 'measurements'];

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

/** Where house.json puts the pages of parts, adapters and entries: pairs of a heading and a page. */
const placed = Object.values({ ...table.parts, ...table.adapters, ...table.entries })
  .filter(({ guide }) => guide)
  .map(({ guide }) => guide.split('/'));

/** Each heading of the guide with its pages, in the order in which they are read. */
const headings = Object.entries(GUIDE).map(([heading, names]) => {
  const first = placed.filter(([under]) => under === heading).map(([, page]) => page);
  return [heading, [...new Set([...first, ...names.split(' ')])].map((name) => `guide/${name}`)];
});

function guide() {
  const groups = headings;
  const named = groups.flatMap(([, pages]) => pages);
  const others = [...pagesIn('guide'), ...pagesIn('.')].filter(
    (page) => ![...named, ...INSIDE].includes(page),
  );
  return [...groups, ['More', others]].map(([text, pages]) => group(text, pages, false));
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
    group('Recipes', pagesIn('recipes'), false),
    reference(),
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
    ['Recipes', first([group('', pagesIn('recipes'))]), '^/recipes/'],
    ['Reference', first([reference()]), '^/(reference|api)/'],
    ['How it works', '/how-it-works', '^/(how-it-works|architecture|source/)'],
    ['Benchmarks', first([group('', ['benchmarks', 'measurements'])]), '^/(benchmarks|measurements)'],
  ];
  return entries.filter(([, link]) => link).map(([text, link, activeMatch]) => ({ text, link, activeMatch }));
}
