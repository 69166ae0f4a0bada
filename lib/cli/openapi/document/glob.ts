/**
 * One state of a glob: it consumes a character, or it can be skipped.
 *
 * - `one`: exactly this character.
 * - `within`: any characters of one segment.
 * - `across`: any characters.
 * - `below`: nothing, or a slash and then the next state, which is an `across`.
 */
type State =
  { readonly kind: 'one'; readonly text: string } | { readonly kind: 'within' | 'across' | 'below' };

/** Splits a glob into states. `/**` before a slash or at the end also matches no segment. */
function statesOf(glob: string): readonly State[] {
  const states: State[] = [];
  for (const [text] of glob.matchAll(/\/\*\*+(?=\/|$)|\*\*+|\*|[^*]/gs)) {
    if (text === '*') states.push({ kind: 'within' });
    else if (text.startsWith('**')) states.push({ kind: 'across' });
    else if (text.startsWith('/*')) states.push({ kind: 'below' }, { kind: 'across' });
    else states.push({ kind: 'one', text });
  }
  return states;
}

/**
 * Returns a function that matches whole paths: `*` is any text within a segment, `**` any text. All other
 * characters, such as braces, match themselves.
 *
 * Follows all states at once instead of trying one after the other, so the time is at most the length of the
 * path times the length of the glob.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const states = statesOf(glob);
  /** Adds a state, and the states that are reached from it without a character. */
  const enter = (active: Set<number>, start: number): void => {
    for (let at = start; !active.has(at); at += states[at]?.kind === 'below' ? 2 : 1) {
      active.add(at);
      const kind = states[at]?.kind;
      if (kind === undefined || kind === 'one') return;
    }
  };
  return (path) => {
    let active = new Set<number>();
    enter(active, 0);
    for (let index = 0; index < path.length && active.size > 0; index += 1) {
      const character = path.charAt(index);
      const next = new Set<number>();
      for (const at of active) {
        const state = states[at];
        if (state?.kind === 'one' ? state.text === character : state?.kind === 'below' && character === '/')
          enter(next, at + 1);
        if (state?.kind === 'across' || (state?.kind === 'within' && character !== '/')) enter(next, at);
      }
      active = next;
    }
    return active.has(states.length);
  };
}
