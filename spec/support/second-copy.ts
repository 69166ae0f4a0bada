import { jest } from '@jest/globals';
import type * as homing from '../../lib/index.js';

/** The package loaded once more, as when its ESM and its CommonJS build meet in one program. */
export const secondCopy = (): typeof homing => {
  let copy: typeof homing | undefined;
  jest.isolateModules(() => {
    copy = jest.requireActual('../../lib/index.js');
  });
  return copy!;
};
