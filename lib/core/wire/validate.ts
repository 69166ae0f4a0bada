import type { Wording } from '../result/api-error-init.js';
import { issuePaths } from '../result/issue-paths.js';
import type { StandardIssue } from '../result/standard-issue.js';
import type { Decoded } from './decoded.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** "answered 200, but the ${what} has 3 problems, the first at items[2].price". Paths, never values. */
const problems =
  (what: string, issues: readonly StandardIssue[]): Wording =>
  (words, status) => {
    const { length } = issues;
    if (length === 0) return `answered ${String(status)}, but the schema refused the ${what}`;
    const [first] = issuePaths(issues, words);
    const count = length === 1 ? '1 problem,' : `${String(length)} problems, the first`;
    return `answered ${String(status)}, but the ${what} has ${count} at ${first || 'the root'}`;
  };

/**
 * Data as the schema has it, or the facts of the error that it makes of it. Never rejects.
 *
 * @param what What the data are, for the message.
 */
export async function validate(schema: StandardSchemaV1, data: unknown, what = 'data'): Promise<Decoded> {
  try {
    const outcome = await schema['~standard'].validate(data);
    if (!outcome.issues) return { data: outcome.value, kind: undefined };
    const { issues } = outcome;
    const list = Array.isArray(issues) ? { issues, reason: problems(what, issues) } : {};
    return { kind: 'parse', body: issues, bySchema: true, ...list };
  } catch (thrown) {
    const reason: Wording = (words, status) =>
      `answered ${String(status)}, but its schema failed: ${words.name(thrown)}`;
    return { kind: 'parse', body: thrown, cause: thrown, reason, bySchema: true };
  }
}
