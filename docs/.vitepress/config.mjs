import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { writeLlmsFiles } from './llms.mjs';
import { nav, sidebar } from './navigation.mjs';
import { repositoryLinks } from './repository.mjs';

/** Pages with tables or pictures that need the width of the outline. */
const WIDE = /^(?:reference\/|api\/interfaces\/|architecture|request-identity)/;

export default defineConfig({
  title: 'homing',
  description:
    'A typed HTTP client for TypeScript: describe each endpoint once, then call it. Calls never throw.',
  lang: 'en',
  cleanUrls: true,
  lastUpdated: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  markdown: {
    // The same anchors as on GitHub, so that a link to a heading works in both places.
    anchor: { slugify: slug },
    config: (markdown) => repositoryLinks(markdown),
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: nav(),
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: (source, env, markdown) => {
          const html = markdown.render(source, env);
          // A list of names would come before the guides.
          const isList = env.relativePath.startsWith('api/modules/');
          return isList || env.frontmatter?.search === false ? '' : html;
        },
      },
    },
  },
  buildEnd: ({ outDir }) => writeLlmsFiles(outDir),
  transformPageData(pageData) {
    const { relativePath, frontmatter } = pageData;
    if (WIDE.test(relativePath)) frontmatter.aside = false;
    if (relativePath.startsWith('api/')) frontmatter.pageClass = 'api-page';
  },
});
