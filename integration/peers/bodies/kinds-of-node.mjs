// Values that exist only in runtimes with Node's modules.
import { EventEmitter } from 'node:events';
import { createReadStream, openAsBlob } from 'node:fs';
import { PassThrough, Readable, Stream } from 'node:stream';
import { BufferListStream } from 'bl';
import FormDataPackage from 'form-data';

const packageForm = () => {
  const form = new FormDataPackage();
  form.append('title', 'Holiday');
  return form;
};

/** @param file The path of a file that contains `from a file`. */
export const kindsOfNode = (file) => [
  { name: '`Buffer`', make: () => Buffer.from('buffer'), sent: 'buffer' },
  { name: '`Readable`', make: () => Readable.from([Buffer.from('re'), 'adable']), sent: 'readable' },
  { name: '`fs.createReadStream`', make: () => createReadStream(file), sent: 'from a file' },
  { name: '`fs.openAsBlob`', make: () => openAsBlob?.(file), awaits: true, sent: 'from a file' },
  { name: '`PassThrough`', make: () => new PassThrough().end('through'), sent: 'through' },
  {
    name: '`BufferListStream` of `bl`',
    make: () => new BufferListStream([Buffer.from('li'), Buffer.from('st')]),
    sent: 'list',
  },
  { name: '`FormData` of `form-data`', make: packageForm },
  { name: '`Readable` that was destroyed', make: () => Readable.from(['a']).destroy() },
  { name: 'old stream', make: () => new Stream() },
  { name: '`EventEmitter`', make: () => new EventEmitter() },
];
