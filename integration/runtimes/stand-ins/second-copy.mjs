// `spec/support/second-copy.ts`: the package once more, bundled in.
import * as copy from 'homing-again';
export const secondCopy = () => copy;
