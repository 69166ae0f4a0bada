// The AWS SDK with its fetch handler, against a server that imitates S3. Prints the results.
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { FetchHttpHandler, streamCollector } from '@smithy/fetch-http-handler';
import { setFetch } from '../set-fetch.mjs';

setFetch('before');

const client = new S3Client({
  endpoint: process.env.PROOF_BACKEND,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  maxAttempts: 2,
  requestHandler: new FetchHttpHandler(),
  streamCollector,
  // The signature of a request contains its time.
  systemClockOffset: 0,
});
setFetch('after');

const settled = async (work) => {
  try {
    return await work();
  } catch ({ name, message, $metadata }) {
    return { thrown: name, message, status: $metadata?.httpStatusCode };
  }
};

const Bucket = 'bucket';
const put = (Key, Body) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const get = (Key, options) => client.send(new GetObjectCommand({ Bucket, Key }), options);

const outcomes = {
  'puts a string': () => put('text', 'content é').then(({ ETag }) => ETag),
  'puts binary data': () => put('bytes', new Uint8Array([1, 2, 3])).then(({ ETag }) => ETag),
  'gets a string': () => get('text').then(({ Body }) => Body.transformToString()),
  'gets a stream': async () => {
    const { Body } = await get('large');
    let size = 0;
    for await (const chunk of Body.transformToWebStream()) size += chunk.length;
    return size;
  },
  lists: () =>
    client
      .send(new ListObjectsV2Command({ Bucket }))
      .then(({ Contents }) => Contents.map(({ Key, Size }) => [Key, Size])),
  'gets a missing object': () => get('missing'),
  'retries after a 503': () => get('second').then(({ Body }) => Body.transformToString()),
  aborts: () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    return get('hang', { abortSignal: controller.signal });
  },
};

const results = {};
for (const [name, run] of Object.entries(outcomes)) results[name] = await settled(run);
console.log(`results ${JSON.stringify(results)}`);
process.exit();
