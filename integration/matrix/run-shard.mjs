import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A shard without a message for this long counts as hung. Each of its runs ends earlier. */
const SILENCE = 30_000;
/** Checks the connections of the servers when no work is left. */
const EXIT = 2000;

const SHARD = fileURLToPath(new URL('shard.mjs', import.meta.url));

/**
 * Runs setups in their own process.
 *
 * @param {{ seed: number, pairs: [number, number][], atOnce: number }} work Set-ups and behaviours, by number.
 * @param {import('./servers.mjs').BadServers} servers
 */
export const runShard = async (work, servers) => {
  const shard = fork(SHARD, { execArgv: ['--no-warnings'] });
  const ended = once(shard, 'exit');
  const words = new Map();
  const open = new Set();
  const reports = [];
  const breaches = [];
  const breach = (run, problem) => breaches.push({ run, problem, words: words.get(run) });
  const kill = (problem) => {
    for (const run of open.size > 0 ? open : ['the process']) breach(run, problem);
    shard.kill('SIGKILL');
  };
  const watchdog = setTimeout(() => kill(`the process hung, with this on its way`), SILENCE);

  const finish = async (reached) => {
    for (const [run, sent] of Object.entries(reached))
      if (servers.seen(run) > sent)
        breach(run, `${servers.seen(run)} requests came in, and ${sent} were sent`);
    const runs = new Set(Object.keys(reached));
    for (const run of await servers.stillOpen(runs)) breach(run, 'its connection is still open');
    // Check before the process exits, because its exit closes all connections.
    shard.send({ end: true });
  };
  shard.on('message', ({ begun, words: drawn, over, report, problems, breach: found, reached }) => {
    watchdog.refresh();
    if (begun) {
      words.set(begun, drawn);
      open.add(begun);
    }
    if (over) {
      open.delete(over);
      reports.push({ run: over, ...report });
      for (const problem of problems) breach(over, problem);
      if (report.isAnswered && servers.seen(over) === 0) breach(over, 'a response that no server sent');
    }
    if (found) breach(found.run, found.problem);
    if (reached) void finish(reached);
  });
  shard.once('disconnect', () => {
    clearTimeout(watchdog);
    const late = setTimeout(() => kill('did not end by itself'), EXIT);
    void ended.then(() => clearTimeout(late));
  });
  shard.send({ ...work, bases: servers.urls });
  const [code] = await ended;
  clearTimeout(watchdog);
  if (code !== 0 && code !== null) breach('the process', `ended with ${code}`);
  return { reports, breaches };
};
