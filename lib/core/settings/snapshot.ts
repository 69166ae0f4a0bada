/** Reads now, so that later changes don't count; what the reading throws is thrown at each use. */
export function snapshot<T>(read: () => T): () => T {
  try {
    const value = read();
    return () => value;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}
