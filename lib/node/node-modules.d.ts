// Typed by hand in node-api.ts: with Node's own types, other code in lib/ could use Node by mistake.
declare module 'node:buffer';
declare module 'node:dns';
declare module 'node:net';
declare module 'node:stream';
declare module 'node:timers';
declare module 'node:zlib';
