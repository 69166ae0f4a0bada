// Runs the specs in workerd with miniflare. The last argument contains the settings as JSON.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Miniflare } from 'miniflare';

const { bundle, compatibilityDate, version, ...settings } = JSON.parse(process.argv.at(-1));
const LIMIT = 15_000;

const miniflare = new Miniflare({
  modules: true,
  script: readFileSync(bundle, 'utf8'),
  compatibilityDate,
  cf: false,
});

const ask = async (body) => {
  const response = await miniflare.dispatchFetch('http://worker.test/', {
    method: 'POST',
    body: JSON.stringify({ ...settings, ...body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
};

const late = (ms) =>
  new Promise((resolve) => {
    const reason = `not settled after ${ms} ms`;
    setTimeout(() => resolve([{ state: 'failed', reason }]), ms).unref();
  });

/** Sends two concurrent requests to one worker. */
const runAcross = async (title, at) => {
  const turns = [0, 1].map((turn) => ask({ title, turn, name: `across-${at}` }));
  const outcomes = await Promise.race([Promise.all(turns), late(LIMIT)]);
  const worst = outcomes.find(({ state }) => state === 'failed') ?? outcomes[0];
  return { name: `across requests of a worker > ${title}`, ...worst };
};

try {
  const { results, across } = await ask({});
  for (const [at, title] of across.entries()) results.push(await runAcross(title, at));
  console.log(`\n@version ${version}\n@results ${JSON.stringify(results)}`);
} finally {
  await miniflare.dispose();
}
