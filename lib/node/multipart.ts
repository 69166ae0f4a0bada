import { bare } from '../core/platform/bare.js';

/** HTML, "multipart form data": what would end a quoted name or a line. */
const escaped = (text: string): string =>
  text.replace(/[\r\n"]/g, (character) => (character === '"' ? '%22' : character === '\r' ? '%0D' : '%0A'));

const withLineEnds = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

/**
 * A form as a Blob that refers to the files and doesn't copy them, so that its length is known and a file is read
 * when it is sent. The Blob's type names the boundary.
 */
export function multipartOf(form: FormData): Blob {
  const boundary = `----homing-${globalThis.crypto.randomUUID()}`;
  const parts: BlobPart[] = [];
  form.forEach((value, name) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(withLineEnds(name))}"`;
    if (typeof value === 'string') parts.push(`${head}\r\n\r\n${withLineEnds(value)}\r\n`);
    else {
      const type = value.type || 'application/octet-stream';
      parts.push(
        `${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`,
        value,
        '\r\n',
      );
    }
  });
  parts.push(`--${boundary}--\r\n`);
  return new Blob(parts, bare<BlobPropertyBag>({ type: `multipart/form-data; boundary=${boundary}` }));
}
