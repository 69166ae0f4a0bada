const ignore = (): undefined => undefined;

/** Runs a hook whose failure is nobody's business; undefined where it threw. */
export function safely<T>(hook: () => T): T | undefined {
  try {
    const given = hook();
    const { then } = Object(given) as { then?: unknown };
    // What an async hook rejects with must not end the process.
    if (typeof then === 'function') Promise.resolve(given).catch(ignore);
    return given;
  } catch {
    return undefined;
  }
}
