// What React Native's Hermes, and browsers of some years ago, lack.
delete AbortSignal.timeout;
delete AbortSignal.any;
delete AbortSignal.prototype.throwIfAborted;
delete Response.json;
for (const name of ['reportError', 'structuredClone', 'DOMException', 'crypto', 'Event', 'EventTarget'])
  delete globalThis[name];
