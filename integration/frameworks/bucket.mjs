const list =
  '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>bucket</Name><KeyCount>1</KeyCount>' +
  '<Contents><Key>text</Key><Size>9</Size></Contents></ListBucketResult>';
const missing =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code><Message>gone</Message></Error>';

/** Imitates S3 for the calls of apps/aws.mjs. */
export const bucketAnswer = (response, { method, url }, count) => {
  const { pathname } = new URL(url, 'http://localhost');
  const key = pathname.split('/')[2];
  if (method === 'PUT') return response.writeHead(200, { etag: `"${key}"` }).end();
  if (!key) return response.writeHead(200, { 'content-type': 'application/xml' }).end(list);
  if (key === 'missing') return response.writeHead(404, { 'content-type': 'application/xml' }).end(missing);
  if (key === 'second') return response.writeHead(count === 1 ? 503 : 200).end('at last');
  if (key === 'hang') return undefined;
  return response
    .writeHead(200, { etag: `"${key}"` })
    .end(key === 'large' ? 'x'.repeat(300_000) : 'content é');
};
