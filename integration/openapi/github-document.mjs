import { join } from 'node:path';
import { root } from '../../scripts/architecture.mjs';

/** GitHub's document: 1,223 operations, 13 MB. */
export const DOCUMENT = join(root, 'node_modules/@octokit/openapi/generated/api.github.com.json');
