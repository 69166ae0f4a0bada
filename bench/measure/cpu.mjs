/**
 * CPU time so far, and not what the clock says: where nothing waits, what else the machine does counts least in it.
 * It holds garbage collection and compilation, on their own threads too.
 */
export const cpuNs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
};
