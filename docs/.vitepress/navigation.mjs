import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docs, PROJECT_PAGES } from './repository.mjs';

/** The order in which the guide is read. A page that isn't named here comes last, one that isn't there is left out. */
const GUIDE = [
  [
    'Calls',
    'first-endpoint client-and-options params bodies responses errors cancelling-and-deadlines share-and-dedupe',
  ],
  ['Plugins', 'retries cache log middleware plugins'],
  ['Beyond one call', 'polling pagination graphql on-a-server'],
  ['Testing', 'testing-with-mock-fetch testing-with-msw testing-with-nock'],
  ['Migrating', 'migrating-from-fetch migrating-from-axios migrating-from-ky'],
];

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

function guide() {
  const groups = GUIDE.map(([text, names]) => [text, names.split(' ').map((name) => `guide/${name}`)]);
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
