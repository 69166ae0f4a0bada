// Imported before a generator. Writes the cost of the process when it exits. Each process writes its own file, because
// some generators start other processes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
  writeFileSync(join(process.env.USAGE_FOLDER, `${process.pid}.json`), JSON.stringify(usage));
});
