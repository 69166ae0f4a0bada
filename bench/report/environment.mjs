import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

const manifest = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** The conditions of a run: the date, the machine and the versions. */
export const environment = () => {
  const { devDependencies, version } = manifest('../../package.json');
  const { dependencies } = manifest('../package.json');
  const all = cpus();
  const { esbuild, typescript } = devDependencies;
  const { node, undici, v8 } = process.versions;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cpu: `${all[0]?.model.trim() ?? 'unknown'}, ${all.length} cores`,
      memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
      system: `${type()} ${release()}, ${process.arch}`,
      'load average at the start': loadavg()[0].toFixed(2),
    },
    versions: {
      homing: version,
      Node: `${node} (V8 ${v8}, global fetch by undici ${undici})`,
      ...dependencies,
      esbuild,
      typescript,
    },
  };
};
