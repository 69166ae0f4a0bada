// Replaces the project's React with the version in the environment variable REACT, for every `require`.
const Module = require('node:module');
const { join } = require('node:path');

/** The suffix of its package names, for example `-18-0`. */
const version = process.env.REACT ?? '';

const pathOf = (request) =>
  request.replace(/^react(-dom)?(?=\/|$)/, (name) => join(__dirname, 'node_modules', name + version));

const { _resolveFilename } = Module;
Module._resolveFilename = (request, ...rest) => _resolveFilename(pathOf(request), ...rest);

exports.alias = { react: pathOf('react') };
