// Platform features for the specs only. They replace these names in the code of the specs, because the runtime might
// lack them, or they were removed for homing.
import { lack } from './lack.mjs';

const keptFromHoming = globalThis[Symbol.for('kept from homing')] ?? {};

const ofPlatform = (name) =>
  globalThis[name] ??
  keptFromHoming[name] ??
  class {
    static from() {
      return lack(`it has no ${name}`);
    }

    constructor() {
      return lack(`it has no ${name}`);
    }
  };

export const Buffer = ofPlatform('Buffer');
export const DOMException = ofPlatform('DOMException');
export const Event = ofPlatform('Event');
export const EventTarget = ofPlatform('EventTarget');
export const File = ofPlatform('File');
export const ReadableStream = ofPlatform('ReadableStream');
export const structuredClone =
  globalThis.structuredClone ?? keptFromHoming.structuredClone ?? (() => lack('it has no structuredClone'));
const { AbortSignal: Signal, setTimeout } = globalThis;
export const setImmediate = globalThis.setImmediate ?? ((task) => setTimeout(task, 0));

const abort = (reason) => {
  const controller = new AbortController();
  controller.abort(reason);
  return controller.signal;
};

const timeout = (ms) => {
  const controller = new AbortController();
  const reason = Object.assign(new Error('The operation timed out.'), { name: 'TimeoutError' });
  setTimeout(() => controller.abort(reason), ms);
  return controller.signal;
};

// Look it up each time, because a spec might have replaced it.
const aborted = (reason) => (Signal.abort ? Signal.abort(reason) : abort(reason));
const timedOut = (ms) => (Signal.timeout ? Signal.timeout(ms) : timeout(ms));
export { aborted as 'AbortSignal.abort', timedOut as 'AbortSignal.timeout' };
