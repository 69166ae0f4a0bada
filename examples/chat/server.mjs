import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { answer } from './model.mjs';

const page = new URL('page/', import.meta.url);

/** Bundles the page's modules and homing into one file for the browser. */
const bundle = async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', page))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].text;
};

const readJson = async (request) => {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return JSON.parse(text);
};

/** Sends one event every `pause` milliseconds, until the response is complete or the client disconnects. */
const stream = async (response, prompt, pause) => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  for (const piece of answer(prompt)) {
    await setTimeout(pause, null, { signal: gone.signal });
    if (piece === 'cut') return response.destroy();
    response.write(`data: ${JSON.stringify(piece)}\n\n`);
    if (piece.error) return response.end();
  }
  response.end('data: [DONE]\n\n');
};

/**
 * Starts a server with the page and a fake of OpenAI's service.
 *
 * @param {object} [options]
 * @param {number} [options.port] Default: any free port.
 * @param {number} [options.pause] Milliseconds before each piece of a response. Default: 60.
 * @param {(question: string) => void} [options.onHangUp] Called when a client disconnects before the response is
 * complete.
 */
export async function startChat({ port = 0, pause = 60, onHangUp = () => undefined } = {}) {
  const [html, script] = [await readFile(new URL('index.html', page)), await bundle()];
  let wasBusy = false;

  const chat = async (request, response) => {
    const prompt = await readJson(request);
    const question = prompt.messages.at(-1).content;
    if (question.includes('busy') && !wasBusy) {
      wasBusy = true;
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
      return response.end('{"error":{"message":"Slow down."}}');
    }
    await stream(response, prompt, pause).catch(() => onHangUp(question));
  };

  const server = createServer((request, response) => {
    const { url } = request;
    if (url === '/') response.setHeader('content-type', 'text/html').end(html);
    else if (url === '/main.js') response.setHeader('content-type', 'text/javascript').end(script);
    else if (url === '/v1/chat/completions') chat(request, response).catch(() => response.destroy());
    else response.writeHead(404).end();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
