import { BINARY } from './body-strategy.js';
import { PlatformBody } from './platform-body.js';

/** The platform's classes that fetch takes as bodies. Types: specification 4.4; a boundary is the runtime's to add. */
export const PLATFORM_BODIES: Readonly<
  Record<'formData' | 'searchParams' | 'blob' | 'arrayBuffer' | 'stream', PlatformBody>
> = {
  formData: new PlatformBody('FormData', null),
  searchParams: new PlatformBody('URLSearchParams', 'application/x-www-form-urlencoded'),
  blob: new PlatformBody('Blob', BINARY),
  arrayBuffer: new PlatformBody('ArrayBuffer', BINARY),
  stream: new PlatformBody('ReadableStream', BINARY),
};
