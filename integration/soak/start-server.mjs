import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The server, in a process of its own: its memory and its sockets are not the client's. */
export const startServer = async () => {
  const child = fork(fileURLToPath(new URL('server.mjs', import.meta.url)), { execArgv: [] });
  const [{ url }] = await once(child, 'message');
  return {
    url,
    /** @param {'count' | 'hangUp' | 'seen'} question */
    async ask(question) {
      child.send({ question });
      const [answer] = await once(child, 'message');
      return answer[question];
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
