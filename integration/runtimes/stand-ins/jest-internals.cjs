// The functions that Jest's packages import from `jest-util` and similar packages, which only run in Node.
const isPromise = (value) => typeof value?.then === 'function';

class ErrorWithStack extends Error {}

const shown = (value) => {
  try {
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
};

const format = (template, value) => template.replace(/%[a-zA-Z]/, () => shown(value));

module.exports = {
  ErrorWithStack,
  convertDescriptorToString: (title) => (typeof title === 'function' ? title.name : title),
  escapeStrForRegex: (text) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  format,
  formatExecError: shown,
  formatStackTrace: (stack) => stack,
  isPromise,
  pluralize: (word, count) => `${count} ${word}${count === 1 ? '' : 's'}`,
  separateMessageFromStack: (stack) => ({ message: '', stack }),
};
