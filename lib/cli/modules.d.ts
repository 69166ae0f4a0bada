// Typed by hand where they are used: with Node's own types, or those of these packages, which need them, the whole of
// lib/ could use Node unnoticed.
declare module 'node:fs';
declare module 'node:fs/promises';
declare module 'node:path';
declare module 'node:url';
declare module 'node:util';
declare module '@redocly/openapi-core';
declare module '@scalar/openapi-upgrader';
