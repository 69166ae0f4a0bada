import { own } from './json-object.js';
import { DocumentError } from './document-error.js';

const isMissing = (error: unknown): boolean => {
  const code = own(error, 'code');
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
};

/** A package that only who generates has to install. */
export async function loadPeer(
  name: string,
  reading: string,
  load: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await load();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isMissing(error))
      throw new DocumentError(`${name} reads ${reading}; install it: npm install -D ${name}`);
    throw new DocumentError(`${name} can't be loaded: ${reason}`);
  }
}
