// Typed by hand in open-tape.ts: with Node's own types the whole of lib/ could use Node unnoticed.
declare module 'node:fs/promises';
