/** A part of a query as it was before it was encoded. What is no UTF-8 stays encoded: nobody knows what it was to be. */
export function decodeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
