/** Where in a document something is wrong. */
export interface Place {
  /** `/paths/~1users/get`. */
  readonly pointer?: string | undefined;
  /** The file, where it isn't the one that was asked for. */
  readonly file?: string | undefined;
}

/** A document that can't be read, or can't be turned into types. The message is one line and says what to do. */
export class DocumentError extends Error {
  readonly pointer: string | undefined;
  readonly file: string | undefined;

  constructor(message: string, { pointer, file }: Place = {}) {
    super(message.replace(/\s+/g, ' ').trim());
    this.name = 'DocumentError';
    this.pointer = pointer;
    this.file = file;
  }
}
