import { createElement } from 'react';

export const dynamic = 'force-dynamic';

/** A component on the server that fetches twice what Next may fetch once, and what it may keep. */
export default async function Page() {
  const url = `${process.env.PROOF_BACKEND}/json`;
  const [one, two] = await Promise.all([fetch(url), fetch(url)]);
  const kept = await fetch(url, { cache: 'force-cache', next: { revalidate: 60 } });
  const texts = [await one.text(), await two.text(), await kept.text()];
  return createElement('p', null, texts.join(' '));
}
