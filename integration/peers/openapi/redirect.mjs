// Why: homing imports its readers by name, and here each is there twice. `node --import` this to have the ends that the
// environment names, READER and UPGRADER: `redocly-oldest`, `upgrader-newest`.
import { register } from 'node:module';

register('./redirect-hooks.mjs', import.meta.url);
