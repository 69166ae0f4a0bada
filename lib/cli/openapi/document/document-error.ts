import { quoted } from '../text/quoted.js';
import { visible } from '../text/visible.js';

/** Where in a document something is wrong. */
export interface Place {
  /** `/paths/~1users/get`. */
  readonly pointer?: string | undefined;
  /** The file, where it isn't the one that was asked for. */
  readonly file?: string | undefined;
  /** The `$ref` that leads nowhere, if that is what is wrong. */
  readonly ref?: string | undefined;
}

/** A `$ref` as a message tells it: what stands in a query may be secret. */
export const shownRef = (ref: string): string => ref.replace(/\?[^#]*/, '');

/** A `$ref` that something needs and that names nothing. */
export function lostRef(ref: string, pointer: string): DocumentError {
  return new DocumentError(`$ref ${quoted(shownRef(ref))} leads nowhere: mend it, or add what it names`, {
    pointer,
    ref,
  });
}

/** A document that can't be read, or can't be turned into types. The message is one line and says what to do. */
export class DocumentError extends Error {
  readonly pointer: string | undefined;
  readonly file: string | undefined;
  readonly ref: string | undefined;

  constructor(message: string, { pointer, file, ref }: Place = {}) {
    super(visible(message));
    this.name = 'DocumentError';
    this.pointer = pointer;
    this.file = file;
    this.ref = ref;
  }
}
