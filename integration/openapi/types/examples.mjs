// Whether a value that a document gives as an example is one of the type that is written for it.
import { resolved } from './part-of-document.mjs';

/** The first example of the JSON that an operation answers with 200. */
export const exampleOf = (source, path, method) => {
  const response = resolved(source, source.paths[path][method].responses[200]);
  const [media] = Object.entries(response.content)
    .filter(([name]) => /json$/.test(name))
    .map(([, each]) => each);
  const [first] = Object.values(media.examples ?? {});
  return media.example ?? resolved(source, first).value;
};

/** The narrowest type of a value. It isn't that of a literal: such may have no fields that the type doesn't name. */
export const typeOfExample = (value) => {
  if (Array.isArray(value))
    return value.length === 0 ? 'never[]' : `(${[...new Set(value.map(typeOfExample))].join(' | ')})[]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${typeOfExample(each)}`,
  );
  return `{ ${fields.join('; ')} }`;
};
