/** How long a body says that it is, in bytes; NaN where it doesn't say, or says it of the compressed one. */
export const declaredLength = (headers: Headers): number =>
  headers.has('content-encoding') ? NaN : parseInt(headers.get('content-length') ?? '');
