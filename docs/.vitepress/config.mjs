import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { nav, sidebar } from './navigation.mjs';
import { repositoryLinks } from './repository.mjs';

export default defineConfig({
  title: 'homing',
  description: 'A typed HTTP client: endpoints are declared once, and every call comes home with a Result.',
  lang: 'en',
  cleanUrls: true,
  lastUpdated: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  markdown: {
    // As on GitHub, so that one link to a heading holds in both places.
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
          return env.frontmatter?.search === false ? '' : html;
        },
      },
    },
  },
  transformPageData(pageData) {
    // Their tables need the room.
    if (pageData.relativePath.startsWith('reference/')) pageData.frontmatter.aside = false;
  },
});
