// The classes that React Native defines instead of the platform's: its own packages for fetch and AbortController,
// and the supported parts of Blob, FileReader and FormData. It has no ReadableStream, no abort reason and no document.
import './before-fetch.mjs';
import './fetch.mjs';
