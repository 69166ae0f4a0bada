import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { poll, pollUntil } from '../../../lib/index.js';
import { EVERY, answered, asServer, listener, pass } from '../../support/polled.js';

const HOUR = 3_600_000;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  asServer();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('an option of a poll that is null counts as missing (rules.md#polling)', () => {
  const waits = async (options: object, statuses: number[], time = HOUR) => {
    const seen = answered(statuses, { 'retry-after': '100' });
    const stop = poll(seen.api.read, {}, listener(), { every: EVERY, ...options });
    await pass(time);
    stop();
    return seen.waits().slice(0, 3);
  };

  it('maxEvery has its default, and is never 0', async () => {
    expect(await waits({ maxEvery: null }, [503])).toEqual([60_000, 60_000, 60_000]);
  });

  it.each(['inBackground', 'signal', 'timeout'])('%s has its default', async (name) => {
    expect(await waits({ [name]: null }, [200], 5 * EVERY)).toEqual([EVERY, EVERY, EVERY]);
  });

  it('every asks once, as one that is missing', async () => {
    const { api, sentAt } = answered();
    poll(api.read, {}, listener(), { every: null as never });
    await pass(HOUR);
    expect(sentAt).toEqual([0]);
  });

  it('giveUpAfter never passes', async () => {
    const { api, sentAt } = answered([500, 500, 200]);
    const options = { every: EVERY, until: () => true, giveUpAfter: null as never };
    const wait = pollUntil(api.read, {}, options);
    await pass(HOUR);
    expect([(await wait).error, sentAt.length]).toEqual([null, 3]);
  });
});
