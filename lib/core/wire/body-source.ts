import { quietly } from '../platform/quietly.js';

/** What the platform reads a body with; `'cancel'` drops it unread. */
export type BodyMethod = 'arrayBuffer' | 'blob' | 'formData' | 'text' | 'cancel';

/** Where a body comes from: a response, or what several callers of one request share. */
export type BodySource = (method: BodyMethod) => Promise<unknown>;

/** The body of a response as a source. */
export const sourceOf =
  (response: Response): BodySource =>
  (method) =>
    method === 'cancel' ? quietly(() => response.body?.cancel()) : response[method]();
