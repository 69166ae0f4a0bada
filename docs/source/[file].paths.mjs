import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sourceFiles } from '../.vitepress/repository.mjs';

const pageOf = (file) => {
  const code = readFileSync(join(root, file), 'utf8');
  const language = file.endsWith('.ts') ? 'ts' : 'js';
  // Longer than any fence inside.
  return `# ${file}\n\n\`\`\`\`\`\`${language}:line-numbers\n${code}\`\`\`\`\`\`\n`;
};

export default {
  watch: ['../../lib/**/*.ts'],
  paths: () => sourceFiles().map((file) => ({ params: { file }, content: pageOf(file) })),
};
