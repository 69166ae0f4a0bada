// What a runtime can't do, by the name of the capability that a case needs, with the reason that is printed.

const REPORTS = { 'abort() throws': 'abort() reports what a listener throws' };
const ZSTD = { zstd: 'only nodeFetch is asked for it, where Node has it' };

/** nodeFetch on a Node that has zstd. */
export const NODE_FETCH = { ...REPORTS, window: 'a server has none' };

export const SERVER = { ...NODE_FETCH, ...ZSTD };

export const BARE = {
  ...REPORTS,
  ...ZSTD,
  'no window': 'a window is defined',
  'AbortSignal.timeout': 'it is taken away',
  'AbortSignal.any': 'it is taken away',
  'crypto.subtle': 'it is taken away',
};

export const REACT_NATIVE = {
  ...REPORTS,
  ...ZSTD,
  'no window': 'a window is defined',
  server: 'its fetch needs the XMLHttpRequest of a device',
  ReadableStream: 'it has none',
  File: 'it is not among the classes that stand in',
  'AbortSignal.timeout': 'up to version 0.86 it has none',
  'AbortSignal.any': 'up to version 0.86 it has none',
  'abort-reason': 'up to version 0.86 its signals have no reason',
  'crypto.subtle': 'it has none',
  'response.formData': 'its FormData can not be made of a multipart text',
};

export const CHROMIUM = {
  ...REPORTS,
  ...ZSTD,
  'no window': 'a page has one',
  'streaming upload': 'it streams a body over HTTP/2 only',
};

export const WORKERD = {
  ...ZSTD,
  window: 'a worker has none',
  'any abort-reason': 'abort() itself throws for a revoked proxy',
  'failing upload': 'a stream that fails ends the body as if it were whole',
};
