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
for (const name of MISSING) delete globalThis[name];

define({
  window: globalThis,
  self: globalThis,
  AbortController,
  AbortSignal,
  Blob: NativeBlob,
  FileReader: NativeFileReader,
  FormData: NativeFormData,
});
