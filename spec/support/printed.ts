import { jest } from '@jest/globals';

/** What goes to the console from now on, an entry a line. */
export const printed = (): unknown[][] => {
  const lines: unknown[][] = [];
  jest.spyOn(console, 'log').mockImplementation((...line: unknown[]) => void lines.push(line));
  return lines;
};
