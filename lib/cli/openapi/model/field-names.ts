/** What a field is made of. */
export interface Nameable {
  readonly name: string;
  readonly place: string;
}

/** Whose name stays when two have one. */
const ORDER: readonly string[] = ['path', 'query', 'header', 'cookie'];

/**
 * The name of each parameter among the params: its own, and where that is taken, `name_query` and so on.
 *
 * @param taken What no parameter can have.
 */
export function fieldNames<T extends Nameable>(
  parameters: readonly T[],
  taken: readonly string[],
): ReadonlyMap<T, string> {
  const own = new Set([...parameters.map(({ name }) => name), ...taken]);
  const used = new Set(taken);
  const sorted = [...parameters].sort((one, other) => ORDER.indexOf(one.place) - ORDER.indexOf(other.place));
  const names = new Map<T, string>();
  for (const parameter of sorted) {
    let field = parameter.name;
    // What somebody else is called stays theirs, also when their turn comes later.
    while (used.has(field) || (field !== parameter.name && own.has(field)))
      field = field === parameter.name ? `${field}_${parameter.place}` : `${field}_`;
    used.add(field);
    names.set(parameter, field);
  }
  return names;
}
