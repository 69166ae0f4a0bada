/** Names that no value of a module can have, under any of TypeScript's settings. */
const KEYWORDS = `arguments await break case catch class const continue debugger default delete do else enum eval export
  exports extends false finally for function globalThis if implements import in instanceof interface let new null
  package private protected public require return static super switch this throw true try typeof undefined var void
  while with yield`;

/** `createApi` takes no `then`, a client's own method would hide `withHeaders`, and the file imports `places`. */
const OF_HOMING = 'then withHeaders places';

/** What an endpoint can't be called. */
export const RESERVED_VALUES: ReadonlySet<string> = new Set(`${KEYWORDS} ${OF_HOMING}`.split(/\s+/));
