import { KINDS } from './kinds.mjs';
import { runKinds } from './run-kinds.mjs';

globalThis.run = (told) => runKinds(KINDS, told);
document.documentElement.dataset.ready = 'yes';
