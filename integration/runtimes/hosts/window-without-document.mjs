// React Native defines a window, but no document.
globalThis.window = globalThis;
