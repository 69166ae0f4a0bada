import type { Located, References } from '../document/json-document.js';
import { type Discriminator, isNews, isObjectLike, nameOf } from './discriminator.js';
import type { Families } from './families.js';
import type { Tag } from './tags.js';

/** Where to look for what a member of a union says already. */
export interface Known {
  readonly references: References;
  readonly families: Families;
}

/** By which values a member of a union is told from the others, if it doesn't say so itself. */
export function tagOfMember(
  target: Located,
  { field, values, fallback }: Discriminator,
  { references, families }: Known,
): Tag[] {
  const found = references.follow(target);
  if (!found || !isObjectLike(found) || families.tells(found, field)) return [];
  const said = values.get(found.pointer) ?? [nameOf(target)];
  if (!isNews(found, field, said, references)) return [];
  return [{ field, values: said, isOptional: fallback === found.pointer }];
}
