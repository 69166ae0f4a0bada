// Typed by hand in node-api.ts: with Node's own types, other code in lib/ could use Node by mistake.
declare module 'node:crypto';
declare module 'node:http';
