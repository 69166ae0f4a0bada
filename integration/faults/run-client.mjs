import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { problemsOf } from './judge.mjs';
import { RawServer } from './raw-server.mjs';
import { allRows } from './rows/all.mjs';
import { Words } from './words.mjs';

/** The maximum time to close a socket, and to end a process. */
const GRACE = 15_000;

/** The servers of a row: its own server, and a second origin if the row needs one. */
const startStage = async (row, send) => {
  const words = new Words();
  const stage = {
    tell: (word) => send({ row: row.name, word }),
    heard: (word) => words.heard(word),
    take: (word) => words.take(word),
  };
  stage.elsewhere = new RawServer(row.elsewhere ?? {}, stage);
  stage.server = new RawServer(row.server ?? {}, stage);
  await Promise.all([stage.server.listen(), stage.elsewhere.listen()]);
  return stage;
};

/** The records of a row's servers, after the client is done. */
const closeStage = async (row, { server, elsewhere }) => {
  const isClosed = row.keepsIdle || ((await server.allClosed(GRACE)) && (await elsewhere.allClosed(GRACE)));
  const seen = {
    requests: server.requests,
    connections: server.connections,
    elsewhere: elsewhere.requests,
    stillOpen: isClosed ? 0 : server.open + elsewhere.open,
  };
  await Promise.all([server, elsewhere].map((each) => each.stop().catch(() => undefined)));
  return seen;
};

/**
 * Runs every row in its own client process, with this transport.
 *
 * @returns {Promise<{ failures: { row: string, problems: string[] }[], general: string[], isDead: boolean }>}
 */
export const runClient = async (transport) => {
  const client = fork(fileURLToPath(new URL('client.mjs', import.meta.url)), [transport], {
    execArgv: ['--expose-gc'],
  });
  const ended = once(client, 'exit');
  // A crashed client receives no messages.
  const send = (message) => client.connected && client.send(message);
  const stages = new Map();
  for (const row of allRows) stages.set(row.name, await startStage(row, send));
  const refusing = allRows.filter(({ isRefusing }) => isRefusing);
  for (const { name } of refusing) await stages.get(name).server.stopListening();

  const failures = [];
  const general = [];
  const judge = async (row, report) => {
    const seen = await closeStage(row, stages.get(row.name));
    stages.delete(row.name);
    const problems = problemsOf(row, transport, report, seen);
    if (problems.length > 0) failures.push({ row: row.name, problems });
    if (stages.size === 0) send({ finish: true });
  };
  client.on('message', ({ row: name, word, report, left, warnings }) => {
    if (word) stages.get(name)?.take(word);
    if (report)
      void judge(
        allRows.find((row) => row.name === name),
        report,
      );
    if (left) {
      for (const kind of left) general.push(`the client process is left with an open ${kind}`);
      general.push(...warnings);
    }
  });
  const urls = [...stages].map(([name, { server }]) => [name, server.url]);
  send({ start: Object.fromEntries(urls) });

  // The process must exit by itself after the channel is closed. An open resource would keep it alive.
  client.once('disconnect', () => setTimeout(() => client.kill('SIGKILL'), GRACE).unref());
  const [code, signal] = await ended;
  if (code !== 0) general.push(`the client process ended with ${signal ?? `exit code ${code}`}`);
  const isDead = stages.size === allRows.length;
  for (const [name, stage] of stages) {
    failures.push({ row: name, problems: ['no report'] });
    await closeStage({ keepsIdle: true }, stage);
  }
  return { failures, general, isDead };
};
