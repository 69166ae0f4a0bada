// Checks whether an example in a document matches the generated type.
import { resolved } from './part-of-document.mjs';

/** The first JSON example of an operation's 200 response. */
export const exampleOf = (source, path, method) => {
  const response = resolved(source, source.paths[path][method].responses[200]);
  const [media] = Object.entries(response.content)
    .filter(([name]) => /json$/.test(name))
    .map(([, each]) => each);
  const [first] = Object.values(media.examples ?? {});
  return media.example ?? resolved(source, first).value;
};

/** The narrowest type of a value. Not an object literal, because literals must not have extra fields. */
export const typeOfExample = (value) => {
  if (Array.isArray(value))
    return value.length === 0 ? 'never[]' : `(${[...new Set(value.map(typeOfExample))].join(' | ')})[]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${typeOfExample(each)}`,
  );
  return `{ ${fields.join('; ')} }`;
};
