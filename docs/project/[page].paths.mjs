import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_PAGES, root } from '../.vitepress/repository.mjs';

export default {
  watch: ['../../*.md'],
  paths: () =>
    [...PROJECT_PAGES].map(([page, file]) => ({
      params: { page },
      content: readFileSync(join(root, file), 'utf8'),
    })),
};
