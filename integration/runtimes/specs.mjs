// Selects the specs that run in every runtime. Update this file when files in spec/ move.
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Specs with a stub for fetch, by the start of their path. */
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
  // It changes the environment of the process.
  /platform\/deprecation\.spec/,
  // These specs force garbage collections, read the process's timers, or draw thousands of values.
  /[./](gc|properties|cutoff|left-behind)\.spec/,
  // These also draw thousands of values.
  /(auth-plugin\.crowd|query-key\.secrets)\.spec/,
  // These mount components in a fake page, like the specs in spec/e2e/react-*.
  /adapters\/react\/(hook-request\.own-options|use-(call|poll)\.users)\.spec/,
  // These need modules of Node: its streams, its cryptography for signatures, and the TypeScript compiler.
  /(body-encoder\.node-streams|webhooks\/.*|throwing\.hover)\.spec/,
  // These read the environment of Node. examples/acme-sdk runs an SDK in other runtimes.
  /features\/sdk\/.*/,
  // It bundles a second copy of an entry point.
  /\.second-copy\.spec/,
  // This runner doesn't support snapshots.
  /\/result-matchers\.serializer\.spec/,
  // These compare Node's error messages. docs/reference/error-messages.md lists the messages of other runtimes.
  /[./]unusable\.spec/,
];

/** Cases that don't depend on the runtime, by a pattern for their names. */
export const CASES_LEFT_OUT = [
  // It waits for work that nothing reports.
  /throws away what is over while it stays open/,
  // For an error without a stack, some runtimes have undefined, others an empty string.
  /is (made|created) without a stack/,
  // Cases about memory and time.
  /\d0,000|thousand|in the same time, however many/,
  // It prints with Node's `inspect`.
  /can be printed, converted and compared like an object/,
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
