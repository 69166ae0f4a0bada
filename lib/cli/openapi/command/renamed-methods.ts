/** Matches the heading of a method, and the place of its operation, on the page of an SDK. */
const HEADING = /^### [^\s.]+\.([^\s(]+)\(/;
const OPERATION = /^`([A-Z]+ .+)`$/;

/** Returns the names of the methods on the page of an SDK, by method and path of their operations. */
function methodsOn(page: string): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  let name: string | undefined;
  for (const line of page.split('\n')) {
    name = HEADING.exec(line)?.[1] ?? name;
    const [, operation] = OPERATION.exec(line) ?? [];
    if (operation === undefined || name === undefined) continue;
    methods.set(operation, name);
    name = undefined;
  }
  return methods;
}

/**
 * Returns a sentence for each method of an SDK whose name changed while its operation stayed, because programs of
 * customers call the old name.
 */
export function renamedMethods(before: string, after: string): string[] {
  const old = methodsOn(before);
  return [...methodsOn(after)].flatMap(([operation, name]) => {
    const oldName = old.get(operation);
    if (oldName === undefined || oldName === name) return [];
    const pin = `${JSON.stringify(operation)}: ${JSON.stringify(oldName)}`;
    return [`the method ${oldName} was renamed to ${name}: to keep its name, add ${pin} to sdk.names`];
  });
}
