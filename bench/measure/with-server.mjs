import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs `use` with the address of a server in a process of its own: `./server.mjs`, or another of this folder.
 *
 * @param {'h2'} [protocol] For HTTP/2, where the server speaks it.
 */
export const withServer = async (use, file = './server.mjs', protocol = undefined) => {
  const child = fork(new URL(file, import.meta.url), protocol ? [protocol] : []);
  try {
    const [port] = await once(child, 'message');
    return await use(`${protocol ? 'https' : 'http'}://127.0.0.1:${port}`);
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
};
