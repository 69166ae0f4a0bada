/** Runs the calls with a number of them in flight. Returns microseconds per call, in wall-clock and CPU time. */
export const measure = async (call, calls, inFlight) => {
  let next = 1;
  const runner = async () => {
    while (next <= calls) {
      const id = next;
      next += 1;
      await call(id);
    }
  };
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, runner));
  const wall = ((performance.now() - start) * 1000) / calls;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / calls };
};
