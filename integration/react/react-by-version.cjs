// Puts the React that REACT names in place of the one of the project, for whoever requires it.
const Module = require('node:module');
const { join } = require('node:path');

/** What the name of its packages ends with: `-18-0`, say. */
const version = process.env.REACT ?? '';

const pathOf = (request) =>
  request.replace(/^react(-dom)?(?=\/|$)/, (name) => join(__dirname, 'node_modules', name + version));

const { _resolveFilename } = Module;
Module._resolveFilename = (request, ...rest) => _resolveFilename(pathOf(request), ...rest);

exports.alias = { react: pathOf('react') };
