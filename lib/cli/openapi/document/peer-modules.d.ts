// Typed by hand where they are used: with these packages' own types the whole of lib/ could use Node's unnoticed.
declare module '@redocly/openapi-core';
declare module '@scalar/openapi-upgrader';
