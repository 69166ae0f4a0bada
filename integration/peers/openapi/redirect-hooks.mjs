const { READER, UPGRADER } = process.env;

const INSTEAD = [
  ['@redocly/openapi-core', READER],
  ['@scalar/openapi-upgrader', UPGRADER],
];

/** Node's hook that resolves a specifier. */
export const resolve = (specifier, context, next) => {
  // Vitest requests the file that it resolved from the name.
  const [, instead] =
    INSTEAD.find(([name]) => specifier === name || specifier.includes(`/node_modules/${name}/`)) ?? [];
  return instead ? next(instead, { ...context, parentURL: import.meta.url }) : next(specifier, context);
};
