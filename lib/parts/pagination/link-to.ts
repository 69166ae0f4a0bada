/** RFC 8288, 3: what a link leads to. */
const TARGET = /[\s,]*<([^>]*)>/y;

/**
 * RFC 8288, 3: one parameter of a link, whose value is a token or quoted. The closing quote may be missing: a search
 * for it in vain, begun at each quote, would take long.
 */
const PARAMETER = /\s*;\s*([^\s=;,"]*)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;,"]*)))?/y;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Whether these parameters make it a link of the page itself that has this relation. */
const isRelation = (parameters: ReadonlyMap<string, string>, relation: string): boolean =>
  // One with an anchor is about another page than the one that it came with.
  !parameters.has('anchor') && (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).includes(relation);

/**
 * What the first link of this relation leads to, as it is written; undefined without one.
 *
 * @param relation In lower case.
 * @param header The `Link` header, all of its fields joined.
 */
export function linkTo(relation: string, header: string): string | undefined {
  let at = 0;
  while (at < header.length) {
    const target = matchAt(TARGET, header, at);
    if (!target) return undefined;
    at += target[0].length;
    const parameters = new Map<string, string>();
    for (let found = matchAt(PARAMETER, header, at); found; found = matchAt(PARAMETER, header, at)) {
      at += found[0].length;
      const [, name = '', quoted, token = ''] = found;
      const key = name.toLowerCase();
      // Of a name that is there twice the first counts.
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
    }
    if (isRelation(parameters, relation)) return target[1];
    const comma = header.indexOf(',', at);
    at = comma < 0 ? header.length : comma + 1;
  }
  return undefined;
}
