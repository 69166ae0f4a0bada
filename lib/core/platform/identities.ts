/** Tells objects apart by identity: a text for each, which holds in this process only. */
export function identities(): (thing: object) => string {
  const texts = new WeakMap<object, string>();
  let last = 0;
  return (thing) => {
    // The random part is for a store that several processes share.
    const text = texts.get(thing) ?? `${String((last += 1))} ${String(Math.random())}`;
    texts.set(thing, text);
    return text;
  };
}
