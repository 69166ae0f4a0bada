/** What may stand in a document: comments, texts, names, and what opens and closes. */
const TOKENS = /#.*|"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|[{}()@]|\w+/g;

const KINDS: readonly string[] = ['query', 'mutation', 'subscription'];

/** The first operation of a document. */
const firstOperation = (document: string): { readonly kind: string; readonly name: string } | undefined => {
  let depth = 0;
  let kind: string | undefined;
  let begins = true;
  for (const [token] of document.matchAll(TOKENS)) {
    if (/^["#]/.test(token)) continue;
    if (kind !== undefined) return { kind, name: /^\w/.test(token) ? token : '' };
    if (token === '{' || token === '(') depth += 1;
    else if (token === '}' || token === ')') depth -= 1;
    else if (begins && KINDS.includes(token)) kind = token;
    begins = depth === 0 && token === '}';
  }
  return undefined;
};

/**
 * Kind and name of a document's operation, "query user", for messages. One without a name has its endpoint's; one whose
 * document doesn't say what it is is on the side of the client, or is a query.
 */
export function operationLabel(document: string, side: string, endpoint: string): string {
  const first = firstOperation(document);
  return `${first?.kind ?? (side || 'query')} ${first?.name || endpoint}`;
}
