import { bare } from '../platform/bare.js';
import { bodyError } from '../platform/body-error.js';
import { quietly } from '../platform/quietly.js';

/** What the platform reads a body with; `'cancel'` drops it unread. */
export type BodyMethod = 'arrayBuffer' | 'blob' | 'formData' | 'text' | 'cancel';

/** Where a body comes from: a response, or what several callers of one request share. */
export type BodySource = (method: BodyMethod) => Promise<unknown>;

const readAlready = (): Error =>
  bodyError('A middleware, a plugin or the fetch function has read it already: let it read a clone().');

/** What a body threw that was read to its end, and is no form. */
export class NoForm extends Error {
  readonly #brand = true;

  constructor(thrown: unknown) {
    super('The body is no form.', { cause: thrown });
  }

  /** Safe on anything that can be thrown. */
  static is(value: unknown): value is NoForm {
    try {
      return #brand in (Object(value) as object);
    } catch {
      // React Native's Babel preset makes private fields properties, and a revoked proxy can't be asked for one.
      return false;
    }
  }
}

/** In two steps: by what a platform throws, a connection that failed can't be told from a form that is none. */
const formOf = async (response: Response): Promise<FormData> => {
  const bytes = await response.blob();
  try {
    const type = response.headers.get('content-type');
    const headers: HeadersInit = type === null ? [] : [['content-type', type]];
    return await new Response(bytes, bare<ResponseInit>({ headers })).formData();
  } catch (thrown) {
    throw new NoForm(thrown);
  }
};

/** The body of a response as a source. */
export const sourceOf =
  (response: Response): BodySource =>
  (method) => {
    if (method === 'cancel') return quietly(() => response.body?.cancel());
    if (response.bodyUsed) return Promise.reject(readAlready());
    return method === 'formData' ? formOf(response) : response[method]();
  };
