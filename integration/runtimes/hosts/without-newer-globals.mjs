// Removes globals that React Native's Hermes and older browsers don't have.
delete AbortSignal.timeout;
delete AbortSignal.any;
delete AbortSignal.prototype.throwIfAborted;
delete Response.json;
const kept = {};
for (const name of ['reportError', 'structuredClone', 'DOMException', 'crypto', 'Event', 'EventTarget']) {
  kept[name] = globalThis[name];
  delete globalThis[name];
}
globalThis[Symbol.for('kept from homing')] = kept;
