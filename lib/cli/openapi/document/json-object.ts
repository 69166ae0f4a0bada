/** An object of a document. Its keys are the document's: read them by `own`, as one may be called `constructor`. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an object has under a name itself, and not from its prototype. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}

/** The object there, or an empty one. */
export function ownObject(value: unknown, name: string): JsonObject {
  const found = own(value, name);
  return isObject(found) ? found : {};
}

/** The list there, or an empty one. */
export function ownList(value: unknown, name: string): readonly unknown[] {
  const found = own(value, name);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}
