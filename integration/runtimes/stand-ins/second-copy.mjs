// Replaces `spec/support/second-copy.ts`: a second, bundled copy of the package.
import * as copy from 'homing-again';
export const secondCopy = () => copy;
