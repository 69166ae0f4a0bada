const vm = require('node:vm');

/**
 * Jest's loader can't take ES modules as they are. Node's own can; its promise, called a module, is what a lib file's
 * `import()` gets and waits for.
 */
module.exports = (name) => {
  const { USE_MAIN_CONTEXT_DEFAULT_LOADER } = vm.constants;
  const options = { importModuleDynamically: USE_MAIN_CONTEXT_DEFAULT_LOADER };
  const load = new vm.Script('(name) => import(name)', options).runInThisContext();
  return Object.assign(load(name), { __esModule: true });
};
