// `node:events`.
import { lack } from './lack.mjs';
export const getEventListeners = () => lack('only Node tells the listeners of a signal');
