import type { SeenAttempt, SeenCall } from '../../lib/entries/inspect.js';

/** A call as recorded by an inspector, from 100 to 200. */
export const seenCall = (more: Partial<SeenCall> = {}): SeenCall => ({
  id: 1,
  name: 'getUser',
  method: 'GET',
  url: 'https://a.test/users/1?q=2',
  startedAt: 100,
  endedAt: 200,
  attempts: [],
  notes: [],
  outcome: { kind: 'ok', status: 200 },
  ...more,
});

/** A request as recorded by an inspector, with a JSON response at 150. */
export const seenAttempt = (more: Partial<SeenAttempt> = {}): SeenAttempt => ({
  number: 1,
  startedAt: 100,
  answeredAt: 150,
  endedAt: 200,
  request: { method: 'GET', url: 'https://a.test/users/1?q=2', headers: { accept: 'a/b' } },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: { text: '{"n":1}' } },
  ...more,
});
