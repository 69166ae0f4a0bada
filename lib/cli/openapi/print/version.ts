/** The version of this package, which stands in the first line of every file that it prints. */
export const VERSION = '5.3.1';
