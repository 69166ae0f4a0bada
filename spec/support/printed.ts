import { vi } from 'vitest';

/** The console output from now on, one entry per line. */
export const printed = (): unknown[][] => {
  const lines: unknown[][] = [];
  vi.spyOn(console, 'log').mockImplementation((...line: unknown[]) => void lines.push(line));
  return lines;
};
