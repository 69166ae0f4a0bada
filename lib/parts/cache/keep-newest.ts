/** Sets an entry as the newest of a map; the oldest of more than `maxSize` go. */
export function keepNewest<T>(map: Map<string, T>, key: string, value: T, maxSize: number): void {
  // Deleted first, so that a renewed entry counts as the newest.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxSize) return;
    map.delete(oldest);
  }
}
