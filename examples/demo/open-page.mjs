import { spawn } from 'node:child_process';

const OPENERS = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };

/** Opens a page in the default browser. `BROWSER=none` turns this off. */
export function openPage(url) {
  if (process.env.BROWSER === 'none') return;
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    // The caller has already printed the URL.
    .on('error', () => {})
    .unref();
}
