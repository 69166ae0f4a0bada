import { vi } from 'vitest';

/** What goes to the console from now on, an entry a line. */
export const printed = (): unknown[][] => {
  const lines: unknown[][] = [];
  vi.spyOn(console, 'log').mockImplementation((...line: unknown[]) => void lines.push(line));
  return lines;
};
