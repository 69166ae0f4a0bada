import AbortController, { AbortSignal } from 'abort-controller';
import { NativeBlob, NativeFileReader } from './blob.mjs';
import { define } from './define.mjs';
import { NativeFormData } from './form-data.mjs';

const MISSING = [
  'fetch',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'structuredClone',
  'reportError',
  'DOMException',
  'crypto',
  'File',
  'Event',
  'EventTarget',
];
const kept = {};
for (const name of MISSING) {
  kept[name] = globalThis[name];
  delete globalThis[name];
}
// Tools of the specs, without streams and files.
const { DOMException, Event, EventTarget, structuredClone } = kept;
globalThis[Symbol.for('kept from homing')] = { DOMException, Event, EventTarget, structuredClone };

define({
  window: globalThis,
  self: globalThis,
  AbortController,
  AbortSignal,
  Blob: NativeBlob,
  FileReader: NativeFileReader,
  FormData: NativeFormData,
});
