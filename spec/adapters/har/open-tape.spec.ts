import { describe, expect, it } from 'vitest';
import { tapeIn } from '../../../lib/adapters/har/open-tape.js';
import { toHar, type TapeOptions } from '../../../lib/entries/har.js';
import { MemoryFile } from '../../support/tapes.js';

const EMPTY = '{"log":{"entries":[]}}';

const modeOf = async (text: string | undefined, mode: TapeOptions['mode'], isCI: boolean): Promise<string> =>
  (await tapeIn(new MemoryFile(text), 'a.har', { mode }, isCI)).mode;

describe('the mode of a tape (rules.md#tapes)', () => {
  it.each([
    ['auto', undefined, false, 'record'],
    ['auto', EMPTY, false, 'replay'],
    ['auto', EMPTY, true, 'replay'],
    [undefined, EMPTY, false, 'replay'],
    ['record', EMPTY, true, 'record'],
    ['record', undefined, true, 'record'],
    ['replay', EMPTY, false, 'replay'],
  ] as const)('with %s, the file %s and CI %s is %s', async (mode, text, isCI, is) => {
    expect(await modeOf(text, mode, isCI)).toBe(is);
  });

  it.each([
    ['replay', false, "No tape at a.har. Record it with mode: 'record'."],
    ['auto', true, "No tape at a.har. CI is set, so nothing is recorded. Record it with mode: 'record'."],
  ] as const)('%s rejects a missing file: CI %s', async (mode, isCI, message) => {
    await expect(modeOf(undefined, mode, isCI)).rejects.toThrow(message);
  });
});

describe('openTape rejects', () => {
  it.each([
    [{ mode: 'play' as never }, "mode is a string: pass 'auto', 'record' or 'replay'."],
    [{ secrets: ['a', ''] }, 'secrets[] is an empty string: pass a string.'],
    [
      { bodies: { unredacted: 'text/html' as never } },
      'bodies.unredacted is a string: pass an array of media types.',
    ],
    [{ fetch: 'a' as never }, 'fetch is a string: pass a function that sends requests.'],
  ])('the options %j', async (options, message) => {
    await expect(tapeIn(new MemoryFile(), 'a.har', options)).rejects.toThrow(message);
  });

  it.each(['', '{', 'null', '{"log":{}}'])('a file that is not an archive: %j', async (text) => {
    await expect(modeOf(text, 'replay', false)).rejects.toThrow(
      "The tape a.har is not a HAR file (no log.entries). Record it again with mode: 'record'.",
    );
  });
});

describe('toHar', () => {
  it('creates an archive of requests and responses, redacted', () => {
    const { log } = toHar([
      {
        request: { method: 'GET', url: 'http://ada:pw@a.test/?sig=x#y', headers: { Cookie: 'a' } },
        response: {
          status: 200,
          headers: { 'Content-Type': 'application/json' },
          body: { text: '{"pin":1}' },
        },
        startedAt: 1000,
        wait: 3,
        receive: 4,
      },
      { request: { method: 'GET', url: '/', headers: {} } },
    ]);
    expect(log.entries).toMatchObject([
      {
        startedDateTime: '1970-01-01T00:00:01.000Z',
        time: 7,
        timings: { send: 0, wait: 3, receive: 4 },
        request: {
          url: 'http://a.test/?sig=REDACTED',
          queryString: [{ name: 'sig', value: 'REDACTED' }],
          headers: [],
        },
        response: { status: 200, content: { mimeType: 'application/json', text: '{"pin":0}', size: 9 } },
      },
      { response: { status: 0, content: { text: '' } } },
    ]);
  });
});
