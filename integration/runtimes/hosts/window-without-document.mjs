// React Native defines a window, and no document.
globalThis.window = globalThis;
