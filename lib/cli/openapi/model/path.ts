import type { Warnings } from '../document/diagnostics.js';

/** What stands between braces; the runtime finds the same. */
const IN_BRACES = /\{([^{}/"]+)\}/g;

/** A colon that would begin a param, where the path has none in braces. */
const COLON_OF_SEGMENT = /\/:(?=\w)/g;

/** A param that the document writes in the query of a path: `id={id}`. */
const FILLED_IN_QUERY = /^([^=]*)=\{([^{}/"]+)\}$/;

/** The path of an operation, as it is sent. */
export interface Path {
  readonly text: string;
  /** The names in its braces. */
  readonly tokens: readonly string[];
  /** Params that the document writes behind a `?`, and the names that they have there. */
  readonly inQuery: ReadonlyMap<string, string>;
}

const withoutFragment = (template: string, pointer: string, warnings: Warnings): string => {
  const [kept = '', ...cut] = template.split('#');
  if (cut.length > 0)
    warnings.add('path-text', pointer, `"#${cut.join('#')}" is cut from the path: it is never sent`);
  return kept;
};

/** Params of a query go where all others go, and what is fixed in it stays. */
const splitQuery = (query: string): { fixed: string; inQuery: Map<string, string> } => {
  const inQuery = new Map<string, string>();
  const fixed = query.split('&').filter((piece) => {
    const [, name = '', token] = FILLED_IN_QUERY.exec(piece) ?? [];
    if (token === undefined) return true;
    inQuery.set(token, name);
    return false;
  });
  return { fixed: fixed.join('&'), inQuery };
};

/** Reads the path of an operation. */
export function readPath(template: string, pointer: string, warnings: Warnings): Path {
  const [route = '', ...rest] = withoutFragment(template, pointer, warnings).split('?');
  const { fixed, inQuery } = splitQuery(rest.join('?'));
  if (inQuery.size > 0)
    warnings.add('path-text', pointer, 'params behind the "?" of the path are sent as params of the query');
  const tokens = [...route.matchAll(IN_BRACES)].map(([, name = '']) => name);
  const text = tokens.length > 0 ? route : route.replaceAll(COLON_OF_SEGMENT, '/%3A');
  return { text: fixed ? `${text}?${fixed}` : text, tokens: [...new Set(tokens)], inQuery };
}
