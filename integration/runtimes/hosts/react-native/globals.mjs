// The classes that React Native defines in place of the platform's: its own packages for fetch and AbortController,
// and of Blob, FileReader and FormData as much as it has. No ReadableStream, no reason of an abort, no document.
import './before-fetch.mjs';
import './fetch.mjs';
