import { createApi, type Result } from '../../lib/index.js';
import { requestsOf } from './generated-client.js';

/** The Result of a call, and the JSON that it sent. */
interface Exchanged {
  readonly received: Result<unknown>;
  readonly sent: unknown;
}

/**
 * Calls the endpoint `call` of a generated client.
 *
 * @param wire The JSON of the response. Default: the JSON that the call sent.
 */
export async function exchanged(text: string, body: unknown, wire?: unknown): Promise<Exchanged> {
  let sent: unknown;
  const api = createApi({
    baseUrl: 'https://a.test',
    fetch: (_, init) => {
      sent = JSON.parse(init?.body as string);
      return Promise.resolve(Response.json(wire ?? sent));
    },
    requests: { call: requestsOf(text)['call']! },
  });
  const received = await api.call({ body });
  return { received, sent };
}
