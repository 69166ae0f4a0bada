// Typed by hand in node-api.ts: with Node's own types the whole of lib/ could use Node unnoticed.
declare module 'node:buffer';
declare module 'node:dns';
declare module 'node:net';
declare module 'node:stream';
declare module 'node:timers';
declare module 'node:zlib';
