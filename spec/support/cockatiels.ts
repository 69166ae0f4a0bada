import * as three from 'cockatiel';
import * as four from 'cockatiel-4';

/** Both supported versions. Their types differ only in private members. */
export const cockatiels: [string, typeof three][] = [
  ['cockatiel 3', three],
  ['cockatiel 4', four as unknown as typeof three],
];
