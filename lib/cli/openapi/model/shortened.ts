/** As much of a text as each of many endpoints says again. */
const LONGEST = 1000;

/** What many endpoints have in common, with no more words than are fit to be repeated. */
export function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  return `${cut.replace(/\s+\S*$/, '').replace(/[\ud800-\udbff]$/, '')} …`;
}
