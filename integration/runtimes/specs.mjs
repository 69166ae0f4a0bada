// Which specs run in every runtime. The one place to follow up when spec/ moves.
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Specs over a stub for fetch, by the beginning of their path. */
const CHOSEN = [
  'spec/core/',
  'spec/features/',
  'spec/adapters/',
  'spec/testing/',
  'spec/contracts/backoff.',
  'spec/contracts/cache-store.',
  'spec/contracts/http-cache-store.',
];

const LEFT_OUT = [
  // They force collections, look at the process's timers, or draw thousands of values.
  /[./](gc|properties|cutoff|left-behind)\.spec/,
  // Thousands of values, too.
  /(auth-plugin\.crowd|query-key\.secrets)\.spec/,
  // They mount components in a small page of their own, as the specs in spec/e2e/react-* do.
  /adapters\/react\/(hook-request\.own-options|use-(call|poll)\.users)\.spec/,
  // There are no snapshots to ask it.
  /\/result-matchers\.serializer\.spec/,
  // Held against the words of Node's own errors. docs/reference/error-messages.md lists the words of the others.
  /[./]unusable\.spec/,
];

/** Cases that tell nothing of a runtime, by a pattern for their names. */
export const CASES_LEFT_OUT = [
  // Of an error without a stack some have none, and others an empty one.
  /is made without a stack/,
  // How much is kept of how many, and in which time.
  /\d0,000|thousand|in the same time, however many/,
  // In one realm with the spec, the platform's Response reads the polluted members too.
  /a polluted Object\.prototype .* (headers|body) on it is no option/,
].map(({ source }) => source);

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map(
    (file) => `${folder}/${file.split(sep).join('/')}`,
  );

export const specs = () =>
  filesIn('spec')
    .filter((file) => file.endsWith('.spec.ts') && CHOSEN.some((beginning) => file.startsWith(beginning)))
    .filter((file) => !LEFT_OUT.some((pattern) => pattern.test(file)))
    .sort();

export const platformCases = () =>
  filesIn('integration/runtimes/platform')
    .filter((file) => file.endsWith('.spec.mjs'))
    .sort();
