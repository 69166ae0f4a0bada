/** Tells objects apart by identity: gives each a text of its own, the same one each time. It holds in this process only. */
export function identities(): (thing: object) => string {
  const texts = new WeakMap<object, string>();
  let count = 0;
  return (thing) => {
    const known = texts.get(thing);
    if (known !== undefined) return known;
    count += 1;
    // The random part is for a store that several processes share: each of them counts from 1.
    const text = `${String(count)} ${String(Math.random())}`;
    texts.set(thing, text);
    return text;
  };
}
