// Replaces spec/support/second-copy.ts: loads a second copy of the mutated lib/, and keeps the first copy.
exports.secondCopy = () => {
  const own = Object.keys(require.cache).filter((file) => /[\\/]build[\\/]lib[\\/]/.test(file));
  const kept = own.map((file) => [file, require.cache[file]]);
  for (const file of own) delete require.cache[file];
  try {
    return require('../../lib/index.js');
  } finally {
    for (const file of Object.keys(require.cache))
      if (/[\\/]build[\\/]lib[\\/]/.test(file)) delete require.cache[file];
    for (const [file, module] of kept) require.cache[file] = module;
  }
};
