// `node:vm`: in a page, another realm is a frame. Other runtimes have none.
import { lack } from './lack.mjs';
const frame = globalThis.document?.body.appendChild(document.createElement('iframe'));
export const runInNewContext = (code) =>
  frame ? frame.contentWindow.eval(code) : lack('it has no other realm');
