const { READER, UPGRADER } = process.env;

const INSTEAD = [
  ['@redocly/openapi-core', READER],
  ['@scalar/openapi-upgrader', UPGRADER],
];

/** Node's hook: what a specifier means. */
export const resolve = (specifier, context, next) => {
  // Vitest asks for the file that it found by the name.
  const [, instead] =
    INSTEAD.find(([name]) => specifier === name || specifier.includes(`/node_modules/${name}/`)) ?? [];
  return instead ? next(instead, { ...context, parentURL: import.meta.url }) : next(specifier, context);
};
