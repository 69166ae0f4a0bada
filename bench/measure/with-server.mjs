import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs `use` with the URL of a server in its own process: `./server.mjs`, or another file of this folder.
 *
 * @param {'h2'} [protocol] Use HTTP/2, if the server supports it.
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
