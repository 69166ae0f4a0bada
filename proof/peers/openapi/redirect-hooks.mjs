const { READER, UPGRADER } = process.env;

const INSTEAD = new Map([
  ['@redocly/openapi-core', READER],
  ['@scalar/openapi-upgrader', UPGRADER],
]);

/** Node's hook: what a specifier means. */
export const resolve = (specifier, context, next) => {
  const instead = INSTEAD.get(specifier);
  return instead ? next(instead, { ...context, parentURL: import.meta.url }) : next(specifier, context);
};
