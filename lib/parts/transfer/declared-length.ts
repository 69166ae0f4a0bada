/** How long the body of a response says that it is, in bytes; NaN where it doesn't say, or is compressed or none. */
export const declaredLength = ({ body, headers }: Response): number =>
  body && !headers.has('content-encoding') ? parseInt(headers.get('content-length') ?? '') : NaN;
