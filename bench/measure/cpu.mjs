/**
 * CPU time so far, instead of wall-clock time: other load on the machine affects it least. Use it for code that doesn't
 * wait. It includes garbage collection and compilation, also on their own threads.
 */
export const cpuNs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
};
