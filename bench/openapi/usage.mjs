// Imported before a generator: says at the end what the process took. Each process writes a file of its own, as some
// generators start another.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
  writeFileSync(join(process.env.USAGE_FOLDER, `${process.pid}.json`), JSON.stringify(usage));
});
