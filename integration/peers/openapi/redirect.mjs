// homing imports its readers by name, but here each is installed in two versions. Use this file with `node --import` to
// select the versions in the environment variables READER and UPGRADER: `redocly-oldest`, `upgrader-newest`.
import { register } from 'node:module';

register('./redirect-hooks.mjs', import.meta.url);
