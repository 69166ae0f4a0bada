// Typed by hand where they are used: with Node's own types the whole of lib/ could use Node unnoticed.
declare module 'node:fs';
declare module 'node:fs/promises';
declare module 'node:path';
declare module 'node:url';
declare module 'node:util';
