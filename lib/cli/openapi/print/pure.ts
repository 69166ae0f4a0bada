/** What marks a call as one that a bundler may drop with what it is for; it stands before each call of the file. */
export const PURE = '/* @__PURE__ */';
