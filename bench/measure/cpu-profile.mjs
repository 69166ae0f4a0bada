import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Runs `work` under V8's sampling profiler. */
export const cpuProfile = async (work) => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 100 });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return profile;
};

/** Maps a position in a built file to `{ file, line }` in the sources, with the file's source map. */
const sourceLookup = () => {
  const maps = new Map();
  const mapOf = (path) => {
    if (!maps.has(path)) maps.set(path, new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))));
    return maps.get(path);
  };
  return ({ url, lineNumber, columnNumber }) => {
    const { originalSource } = mapOf(fileURLToPath(url)).findEntry(lineNumber, columnNumber);
    return originalSource?.replace(/^.*\blib\//, 'lib/');
  };
};

/**
 * The self time of the functions, in microseconds, summed by the value of `placeOf` for their call frames. Frames for
 * which `placeOf` returns undefined are left out.
 *
 * @param {object} profile
 * @param {(frame: object, sourceOf: (frame: object) => string | undefined) => string | undefined} placeOf
 */
export const selfTimes = ({ nodes, samples, timeDeltas }, placeOf) => {
  const sourceOf = sourceLookup();
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame, sourceOf)]));
  const times = new Map();
  samples.forEach((id, at) => {
    const place = places.get(id);
    // The difference is negative if the clocks of two cores differ.
    const time = Math.max(0, timeDeltas[at]);
    if (place !== undefined) times.set(place, (times.get(place) ?? 0) + time);
  });
  return times;
};

/** The same times as shares of the total, sorted from the largest. */
export const selfShares = (profile, placeOf) => {
  const times = [...selfTimes(profile, placeOf)];
  const total = times.reduce((sum, [, time]) => sum + time, 0);
  return times.map(([name, time]) => ({ name, share: time / total })).sort((a, b) => b.share - a.share);
};
