import { createElement } from 'react';

export const dynamic = 'force-dynamic';

/** A server component. It fetches one URL twice, which Next can merge, and one URL that Next can cache. */
export default async function Page() {
  const url = `${process.env.PROOF_BACKEND}/json`;
  const [one, two] = await Promise.all([fetch(url), fetch(url)]);
  const kept = await fetch(url, { cache: 'force-cache', next: { revalidate: 60 } });
  const texts = [await one.text(), await two.text(), await kept.text()];
  return createElement('p', null, texts.join(' '));
}
