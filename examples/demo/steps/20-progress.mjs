import { setTimeout as pause } from 'node:timers/promises';
import { createApi, defineRequest } from 'homing';
import { withLimit, withProgress } from 'homing/transfer';

export const title = 'Downloads: report progress, and limit the size';

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
    print('progress', bar(progress));
  };

  print('called', 'api.getFilm({}, { fetchOptions: { onDownloadProgress } })');
  const film = await api.getFilm({}, { fetchOptions: { onDownloadProgress } });
  print('returned', `${film.data?.size} bytes`);

  expect(
    'the first report is 0 bytes, the last report is complete',
    [told[0].loaded, told.at(-1).done],
    [0, true],
  );
  expect('the reports count every byte', told.at(-1).loaded, film.data?.size);

  print('called', 'api.getFilm({}, { fetchOptions: { maxResponseSize: 100_000 } })');
  const { error } = await api.getFilm({}, { fetchOptions: { maxResponseSize: 100_000 } });
  print('returned', `${error?.kind}: ${error?.cause?.message}`);

  expect("a response above the limit returns a 'parse' error", error?.kind, 'parse');
}
