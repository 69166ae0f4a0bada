/**
 * What nodeFetch does otherwise than undici's fetch, and means to. Each stands with its reason in docs/node.md; `docs` is
 * the sentence there. `tests` are names, or patterns of names, of tests that fail for it.
 */
export const REFUSALS = [];
