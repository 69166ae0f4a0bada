/** What the value says that it is: "Map", "FormData". It holds across realms, where `instanceof` doesn't. */
export const tagOf = (value: unknown): string =>
  Object.prototype.toString.call(value).slice('[object '.length, -1);
