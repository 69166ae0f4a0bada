import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { events, inChunks, lines, oneByOne, streamStub } from './measure/bodies.mjs';
import { cpuNs } from './measure/cpu.mjs';
import { median, quartiles } from './measure/statistics.mjs';
import { takeTurns } from './measure/take-turns.mjs';
import { withServer } from './measure/with-server.mjs';
import { atLeast, atMost, below, columns, facts, table } from './report/suite-result.mjs';

export const title = 'Streams';

export const how = `Each contender reads the whole body, parses every item (some 220 bytes of JSON, as a language model's service sends them) and adds up its contents. The body is a stream in the same process, without a network, so that the figures show the reader. The first row of each table is code with only the platform and the parser, without error handling. *Of the first* is its time divided by the other's time in the same round, so more is better. *One item a chunk* is how a model responds. In chunks of 16 KiB a stored stream arrives. *Bytes without a network* repeat the same chunk, which isn't read: the figure shows what a promise costs, and how many of them each contender needs. Over the loopback interface, from another process, the figure shows what a reader notices. *A large stream* is sent by another process over the loopback interface, as fast as it is read. Resident memory is measured every 20 ms. *Many streams* call a server over the loopback interface under one signal, a hundred at a time, with an idle timeout and a longest duration. A third are read to their mark, a third left after an item, a third canceled, and the last hundred end by the signal.`;

const COLUMNS = columns('', {
  ns: ['ns per item', 0],
  ratio: ['of the first', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});
const KIB = 1024;
const PEER = '@microsoft/fetch-event-source';

/** Nanoseconds of CPU per item by name, and the speed relative to the first contender. */
const compare = async (readers, stub, items, quick) => {
  const calls = new Map(Object.entries(readers).map(([name, readerOf]) => [name, readerOf(stub)]));
  const names = [...calls.keys()];
  const sums = await Promise.all([...calls.values()].map((read) => read()));
  if (new Set(sums).size > 1) throw new Error(`The contenders read different data: ${sums.join(', ')}.`);
  const taken = await takeTurns(names, {
    rounds: quick ? 12 : 60,
    warmUp: 6,
    batch: async (name) => {
      const start = cpuNs();
      await calls.get(name)();
      return (cpuNs() - start) / items;
    },
  });
  return names.map((name) => {
    const ratios = taken.map((round) => round[names[0]] / round[name]);
    const [low, high] = quartiles(ratios);
    return { name, ns: median(taken.map((round) => round[name])), ratio: median(ratios), low, high };
  });
};

const SSE = 'text/event-stream';

/** The scenes: a title, the contenders, the body and the number of its items. */
const scenes = () => {
  const [one, many, chunks] = [3000, 6000, 10_000];
  const block = new Uint8Array(64 * KIB).fill(7);
  return [
    ['Events, one a chunk', 'events', streamStub(oneByOne(events(one)), SSE), one],
    ['Events, chunks of 16 KiB', 'events', streamStub(inChunks(events(many), 16 * KIB), SSE), many],
    ['JSON lines, one a chunk', 'lines', streamStub(oneByOne(lines(one)), 'application/jsonl'), one],
    [
      'JSON lines, chunks of 16 KiB',
      'lines',
      streamStub(inChunks(lines(many), 16 * KIB), 'application/jsonl'),
      many,
    ],
    [
      'Bytes without a network, chunks of 64 KiB',
      'bytes',
      streamStub(Array(chunks).fill(block), 'application/octet-stream'),
      chunks,
    ],
  ];
};

/** The goals by title: relative to the first contender, and to the peer. */
const GOALS = {
  'Bytes over the loopback interface, for each 64 KiB': { first: 0.95 },
  'Events, one a chunk': { first: 0.85, peer: 0.9 },
  'Events, chunks of 16 KiB': { first: 0.75, peer: 1 },
};

const goalsOf = (scene, rows) => {
  const own = rows.find(({ name }) => name.startsWith('homing'));
  const peer = rows.find(({ name }) => name === PEER);
  const { first, peer: ofPeer } = GOALS[scene] ?? {};
  return [
    ...(first ? [atLeast(`${scene}: speed, of ${rows[0].name}’s`, own.ratio, first)] : []),
    ...(ofPeer ? [atLeast(`${scene}: speed, of ${PEER}’s`, own.ratio / peer.ratio, ofPeer)] : []),
  ];
};

const FAILED = 32_768;
const MOST_FOR_FAILED = 5;

/** Microseconds of CPU per failed item, with all items in one chunk. */
const failedItems = async ({ failing, countFailed }, quick) => {
  const chunkOf = (text) => new TextEncoder().encode(text.repeat(FAILED));
  const micros = async (reader, text, hasToLook) => {
    const read = countFailed(reader, streamStub([chunkOf(text)], SSE), hasToLook);
    const taken = [];
    for (let round = 0; round < (quick ? 5 : 15); round += 1) {
      const start = cpuNs();
      if ((await read()) < FAILED) throw new Error('The reader returned too few items.');
      taken.push((cpuNs() - start) / FAILED / 1000);
    }
    return median(taken);
  };
  const rows = [];
  const goals = [];
  for (const [name, [reader, text]] of Object.entries(failing)) {
    const us = await micros(reader, text, false);
    rows.push(
      [name, us, 'µs', 1],
      [`${name}, and its error is read`, await micros(reader, text, true), 'µs', 1],
    );
    goals.push(atMost(`${name}: the item`, us, MOST_FOR_FAILED, ' µs', 1));
  }
  return { table: facts('Items that failed, 32,768 in a chunk', rows), goals };
};

const inProcess = async (file, ...args) => {
  const script = fileURLToPath(new URL(`./measure/${file}`, import.meta.url));
  const child = fork(script, args.map(String), { execArgv: [] });
  const ended = once(child, 'exit');
  const [figures] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`${file} ${args.join(' ')} returned no figures.`))),
  ]);
  await ended;
  return figures;
};

const LARGEST_GROWTH = 64;

const largeStream = async (origin, transport, quick) => {
  const [gigabytes, seconds] = quick ? [1, 10] : [10, 60];
  const read = await inProcess('stream-memory.mjs', 'read', origin, transport, gigabytes, seconds);
  const unread = await inProcess('stream-memory.mjs', 'unread', origin, transport, gigabytes, seconds);
  const named = (what) => `${transport}: ${what}`;
  return {
    rows: [
      [named('read'), read.bytes / 1e9, 'GB'],
      [named('seconds'), read.seconds, 's', 1],
      [named('memory grew while it was read'), read.grown, 'MB', 1],
      [named('memory grew while it was not read'), unread.grown, 'MB', 1],
      [named('the sender stalled after'), unread.bytes / 1e6, 'MB', 1],
    ],
    goals: [
      below(named('growth of memory, 10 GB read'), read.grown, LARGEST_GROWTH, ' MB', 1),
      below(named('growth of memory, 10 GB not read'), unread.grown, LARGEST_GROWTH, ' MB', 1),
    ],
  };
};

const manyStreams = async (origin, quick) => {
  const count = quick ? 2000 : 10_000;
  const { peak, listeners, timers, open } = await inProcess('many-streams.mjs', origin, count);
  return {
    table: facts(`${count.toLocaleString('en')} streams under one signal`, [
      ['listeners on the signal at most', peak, '', 0],
      ['listeners left', listeners, '', 0],
      ['timers left', timers, '', 0],
      ['responses still open on the server', open, '', 0],
    ]),
    goals: [
      atMost(
        'streams under one signal: listeners, timers and sockets left',
        listeners + timers + open,
        0,
        '',
        0,
      ),
    ],
  };
};

export const run = async ({ quick }) => {
  // The peer expects this global.
  Object.assign(globalThis, { window: globalThis, document: new EventTarget() });
  const { readers, ...failures } = await import('./contenders/streams.mjs');
  const result = { tables: [], goals: [], charts: [] };
  for (const [scene, kind, stub, items] of scenes()) {
    const rows = await compare(readers[kind], stub, items, quick);
    result.tables.push(table(scene, COLUMNS, rows));
    result.goals.push(...goalsOf(scene, rows));
  }
  // Run the failures last: engines optimize for the code that ran before.
  const failed = await failedItems(failures, quick);
  result.tables.push(failed.table);
  result.goals.push(...failed.goals);
  await withServer(async (origin) => {
    const scene = 'Bytes over the loopback interface, for each 64 KiB';
    const fetched = () => fetch(`${origin}/bytes/0.1`);
    const rows = await compare(readers.bytes, fetched, 1e8 / (64 * KIB), quick);
    result.tables.push(table(scene, COLUMNS, rows));
    result.goals.push(...goalsOf(scene, rows));
    const large = [await largeStream(origin, 'fetch', quick), await largeStream(origin, 'nodeFetch', quick)];
    const many = await manyStreams(origin, quick);
    result.tables.push(
      facts(
        'A large stream',
        large.flatMap(({ rows }) => rows),
      ),
      many.table,
    );
    result.goals.push(...large.flatMap(({ goals }) => goals), ...many.goals);
  }, './stream-server.mjs');
  return result;
};
