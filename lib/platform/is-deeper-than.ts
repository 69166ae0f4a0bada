/** Whether data are nested in each other by more levels. Not by recursion, which would overflow on such data. */
export function isDeeperThan(levels: number, data: unknown): boolean {
  let level: unknown[] = [data];
  for (let depth = 0; depth <= levels; depth += 1) {
    const objects = level.filter((value): value is object => typeof value === 'object' && value !== null);
    if (objects.length === 0) return false;
    level = objects.flatMap((value) => Object.values(value as Record<string, unknown>));
  }
  return true;
}
