import * as three from 'cockatiel';
import * as four from 'cockatiel-4';

/** Both versions that are supported. Their types differ in private members alone. */
export const cockatiels: [string, typeof three][] = [
  ['cockatiel 3', three],
  ['cockatiel 4', four as unknown as typeof three],
];
