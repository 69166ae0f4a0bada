// Typed by hand in node-api.ts: with Node's own types the whole of lib/ could use Node unnoticed.
declare module 'node:crypto';
declare module 'node:http';
