import { spawn } from 'node:child_process';

const OPENERS = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };

/** Opens a page in the browser of whoever sits here, where there is one; `BROWSER=none` says that there is not. */
export function openPage(url) {
  if (process.env.BROWSER === 'none') return;
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    // The address is printed all the same.
    .on('error', () => {})
    .unref();
}
