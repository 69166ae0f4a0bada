import { events } from '../../lib/entries/sse.js';
import { collect, eventAnswer } from '../support/event-streams.js';
import { ownReader, responseReaderContract } from './response-reader.js';

const answer = (): Response => eventAnswer('event: a\nid: 1\ndata: {"b":2}\n\n');
const expected = [{ data: { b: 2 }, error: null, type: 'a', id: '1' }];

responseReaderContract('A reader of events', ownReader(events(), { answer, use: collect, expected }));
responseReaderContract(
  'A reader of events with limits',
  ownReader(events({ idleTimeout: 60_000, maxDuration: 60_000 }), { answer, use: collect, expected }),
);
responseReaderContract(
  'A reader of events that can reconnect',
  ownReader(events({ reconnect: true, until: () => true }), { answer, use: collect, expected }),
);
