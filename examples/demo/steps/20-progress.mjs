import { setTimeout as pause } from 'node:timers/promises';
import { createApi, defineRequest } from 'homing';
import { withLimit, withProgress } from 'homing/transfer';

export const title = 'Progress: a download as it comes in, and one that is too large';

const KB = 1024;

async function* slowly(pieces) {
  for (let piece = 0; piece < pieces; piece += 1) {
    await pause(80);
    yield 'x'.repeat(64 * KB);
  }
}

const bar = ({ loaded, total }) => {
  const part = loaded / total;
  return `${'█'.repeat(Math.round(part * 20)).padEnd(20, '░')} ${Math.round(part * 100)} %, ${loaded / KB} KB`;
};

export async function run({ baseUrl, server, expect, print }) {
  const headers = { 'content-length': String(5 * 64 * KB) };
  server.route('GET /holiday.mp4', () => ({ headers, chunks: slowly(5) }));
  const api = createApi({
    baseUrl,
    fetch: withLimit({ maxResponseSize: 1024 * KB, fetch: withProgress() }),
    requests: { getFilm: defineRequest()({ method: 'GET', path: '/holiday.mp4', responseType: 'blob' }) },
  });
  const told = [];
  const onDownloadProgress = (progress) => {
    told.push(progress);
    print('so far', bar(progress));
  };

  print('called', 'api.getFilm({}, { fetchOptions: { onDownloadProgress } })');
  const film = await api.getFilm({}, { fetchOptions: { onDownloadProgress } });
  print('came home', `${film.data?.size} bytes`);

  expect('the first report is 0, the last one the whole', [told[0].loaded, told.at(-1).done], [0, true]);
  expect('all of it was counted', told.at(-1).loaded, film.data?.size);

  print('called', 'api.getFilm({}, { fetchOptions: { maxResponseSize: 100_000 } })');
  const { error } = await api.getFilm({}, { fetchOptions: { maxResponseSize: 100_000 } });
  print('came home', `${error?.kind}: ${error?.cause?.message}`);

  expect("a response over the limit is a 'parse' error", error?.kind, 'parse');
}
