import { callHook, hookError, typeName } from '../document/hooks.js';
import type { Warnings } from '../document/diagnostics.js';
import type { HookedOperation } from '../model/selection.js';
import type { OperationModel } from '../model/operations.js';
import { camelCase, freeName, splitWords } from '../names.js';

/**
 * Which endpoints form a group: endpoints with the same first tag, or for which the function returns the same name.
 */
export type GroupRule = 'tags' | ((operation: HookedOperation) => string | undefined);

/** Whether a value is valid for the option `groups`. */
export const isGroupRule = (value: unknown): value is GroupRule =>
  value === 'tags' || typeof value === 'function';

/** The group of operations without a tag. */
const OTHER = 'other';

/** Maximum length of a group's name, which is a part of a file name. */
const LONGEST = 60;

/** The file of the shared types has this name. */
const TYPES = 'types';

/** A group of endpoints. */
export interface GroupOfEndpoints {
  readonly name: string;
  /** The endpoints with their names in the group, sorted by name. */
  readonly endpoints: readonly (readonly [operation: OperationModel, name: string])[];
}

/** Returns the name of a group, such as `userAccounts` for `User accounts`; `''` without letters and digits. */
const groupName = (label: string): string => {
  const name = camelCase(label).slice(0, LONGEST);
  return name === TYPES ? `${TYPES}_` : freeName(name);
};

/** Removes the words of the group from the start: `get` for `usersGet` and `usersControllerGet` in `users`. */
const withoutPrefix = (name: string, label: string): string => {
  const words = splitWords(name);
  const prefix = splitWords(label);
  if (prefix.length === 0 || !prefix.every(({ word }, index) => words[index]?.word === word)) return name;
  const rest = words.slice(prefix.length);
  if (rest[0]?.word === 'controller' && rest.length > 1) rest.shift();
  return rest.length > 0 ? freeName(camelCase(rest.map(({ text }) => text).join(' '))) : name;
};

/** An operation with its name outside groups, which is unique, and the text that names its group. */
interface Labeled {
  readonly operation: OperationModel;
  readonly flat: string;
  readonly label: string;
}

/** Returns the names of the endpoints of a group. A short name that isn't unique stays long. */
function namesIn(members: readonly Labeled[]): GroupOfEndpoints['endpoints'] {
  const flats = new Map(members.map((each) => [each.flat, each]));
  const short = members.map(({ flat, label }) => withoutPrefix(flat, label));
  const counts = new Map<string, number>();
  for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1);
  return members
    .map((each, index) => {
      const name = short[index] ?? each.flat;
      const owner = flats.get(name);
      const isUnique = counts.get(name) === 1 && (owner === undefined || owner === each);
      return [each.operation, isUnique ? name : each.flat] as const;
    })
    .sort(([, one], [, other]) => (one < other ? -1 : 1));
}

/** Returns the text that names the group of an operation; undefined for the group `other`. */
function labelOf(operation: OperationModel, name: string, rule: GroupRule): string | undefined {
  const { tags, id, method, template, isDeprecated, pointer } = operation;
  if (rule === 'tags') return tags[0];
  const call = { hook: 'groups', of: `${method} ${template}`, pointer };
  const given = { id, method, path: template, tags: [...tags], deprecated: isDeprecated, name };
  const label = callHook(call, () => rule(given));
  if (label === undefined || typeof label === 'string') return label;
  throw hookError(call, `returned ${typeName(label)}: return a string or nothing`);
}

/**
 * Returns the groups of the endpoints, sorted by name. Tags that give the same name form one group, and so do names
 * that differ only in case, because some file systems ignore it.
 *
 * @param names Unique names of the endpoints.
 */
export function groupsOf(
  names: ReadonlyMap<OperationModel, string>,
  rule: GroupRule,
  warnings: Warnings,
): GroupOfEndpoints[] {
  const labeled = [...names].map(([operation, flat]): Labeled => {
    const label = labelOf(operation, flat, rule) ?? OTHER;
    return { operation, flat, label: groupName(label) === '' ? OTHER : label };
  });
  const byLabel = new Map<string, Labeled[]>();
  for (const each of labeled) {
    const members = byLabel.get(each.label);
    if (members) members.push(each);
    else byLabel.set(each.label, [each]);
  }
  const byKey = new Map<
    string,
    { readonly name: string; readonly label: string; readonly members: Labeled[] }
  >();
  for (const [label, members] of [...byLabel].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const name = groupName(label);
    const same = byKey.get(name.toLowerCase());
    if (!same) {
      byKey.set(name.toLowerCase(), { name, label, members: [...members] });
      continue;
    }
    same.members.push(...members);
    const why = `its group ${JSON.stringify(label)} is merged with ${JSON.stringify(same.label)}`;
    warnings.add('group-name', members[0]?.operation.pointer ?? '', `${why}: both are named ${same.name}`);
  }
  return [...byKey.values()]
    .map(({ name, members }) => ({ name, endpoints: namesIn(members) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
