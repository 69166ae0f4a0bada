/** The names that a warning was printed for. */
const warned = /* @__PURE__ */ new Set<string>();

/**
 * Prints a warning that a public option or function is deprecated: once per name and process, and not if `NODE_ENV` is
 * `production`. A browser without `process` always prints it. The doc comment of the option needs `@deprecated` too.
 *
 * @param name What the user wrote: `createApi option "watch"`.
 * @param fix What to do, starting with a verb: `use "observers"`.
 */
export function warnDeprecated(name: string, fix: string): void {
  const { process, console } = globalThis as {
    process?: { env?: { NODE_ENV?: string } };
    console?: { warn?: (message: string) => void };
  };
  if (process?.env?.NODE_ENV === 'production' || warned.has(name)) return;
  warned.add(name);
  console?.warn?.(`homing: ${name} is deprecated: ${fix}.`);
}
