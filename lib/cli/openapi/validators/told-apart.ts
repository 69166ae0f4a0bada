import { shapesFrom, sameValue } from '../shape/names-in.js';
import {
  canBeMissing,
  type RequiredMembers,
  requiredMembers,
  tellingMembers,
} from '../shape/required-members.js';
import { NULL, type Shape, type UnionShape, type ValuesShape } from '../shape/shape.js';
import { allOf, shapeOfTags } from '../shape/shape-builders.js';

/** Maximum number of choices to tell apart: nested unions repeat the choices of the inner ones. */
const MOST = 100;

/** Returns the choices of a member, also of the unions in it. */
function choicesOf(member: Shape): readonly Shape[] {
  const seen = new Set<Shape>();
  const choices = new Set<Shape>();
  const waiting = [{ choice: member, inside: member }];
  for (let next = waiting.pop(); next && choices.size <= MOST; next = waiting.pop()) {
    const { choice, inside } = next;
    if (seen.has(inside)) continue;
    seen.add(inside);
    if (inside.kind === 'named') waiting.push({ choice, inside: inside.shape });
    else if (inside.kind === 'union' || inside.kind === 'nullable') {
      const parts = inside.kind === 'union' ? inside.members : [inside.shape, NULL];
      waiting.push(...parts.map((part) => ({ choice: part, inside: part })).reverse());
    } else choices.add(choice);
  }
  return [...choices];
}

/** Returns a choice that has only its own values of the members that tell it apart; itself if its schema says so already. */
function closed(choice: Shape, members: RequiredMembers, isOpen: (values: ValuesShape) => boolean): Shape {
  const objects = [...shapesFrom(choice, sameValue)].filter((each) => each.kind === 'object');
  const tags = [...members].flatMap(([field, values]) => {
    if (values.length === 0) return [];
    const said = objects.flatMap(({ fields }) => fields.filter(({ name }) => name === field));
    const known = values.filter((value) => value !== undefined);
    const isClosed =
      !isOpen({ kind: 'values', values: known }) ||
      said.some(({ shape }) => shape.kind === 'values' && !isOpen(shape));
    return isClosed ? [] : [{ field, values: known, isOptional: canBeMissing(values) }];
  });
  return tags.length > 0 ? allOf([choice, shapeOfTags(tags, true)]) : choice;
}

/**
 * Returns the members of a union so that the first one that accepts an object is the one with the values of its enums.
 *
 * An enum that accepts unknown values accepts the values of the other members too. Each member with such an enum is
 * therefore listed with its own values first. Without a discriminator, it is listed again at the end, with all values.
 *
 * @param isOpen Whether an enum accepts unknown values.
 */
export function toldApart(union: UnionShape, isOpen: (values: ValuesShape) => boolean): readonly Shape[] {
  const { members, tag } = union;
  const lists = members.map(choicesOf);
  const choices = lists.flat();
  const isOfObjects = (list: readonly Shape[]): boolean => list.some((choice) => requiredMembers(choice));
  if (choices.length > MOST || lists.filter(isOfObjects).length < 2) return members;
  const required = new Map(choices.map((choice) => [choice, requiredMembers(choice)]));
  const all = [...required.values()].filter((each) => each !== undefined);
  const told = choices.map((choice) => {
    const own = required.get(choice);
    return own ? closed(choice, tellingMembers(own, all), isOpen) : choice;
  });
  if (told.every((each, index) => each === choices[index])) return members;
  const others = tag ? members.filter((_, index) => index === tag.other) : members;
  return [...told, ...others.filter((each) => !told.includes(each))];
}
