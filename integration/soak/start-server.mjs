import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the server in its own process, so that its memory and sockets don't count as the client's. */
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
