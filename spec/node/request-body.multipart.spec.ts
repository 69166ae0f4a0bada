import { Blob, File } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../lib/node/request-body.js';

/** The body for a form, with its Content-Type. */
const sent = (form: FormData): Response => {
  const body = bodyOf(form, {});
  return new Response(body.open() as unknown as ReadableStream, { headers: { 'content-type': body.type! } });
};

describe('a multipart body', () => {
  it('contains the values of the form', async () => {
    const form = new FormData();
    form.append('a', '1');
    form.append('a', 'é €');
    form.append('file', new File(['content'], 'name.txt', { type: 'text/plain' }) as never);
    const out = await sent(form).formData();
    const file = out.get('file') as unknown as File;
    expect([out.getAll('a'), file.name, file.type, await file.text()]).toEqual([
      ...[['1', 'é €'], 'name.txt', 'text/plain', 'content'],
    ]);
  });

  it('can be an empty form', async () => {
    expect([...(await sent(new FormData()).formData())]).toEqual([]);
  });

  it.each(['"; filename="x', 'a\r\nContent-Type: x', 'a\nb', 'a\rb'])(
    'contains no line break in a name or file name: %j (trap 8: GHSA-hmw2-7cc7-3qxx)',
    async (name) => {
      const form = new FormData();
      form.append(name, new Blob(['content']) as never, name);
      const text = await sent(form).text();
      const [line] = /Content-Disposition.*/.exec(text)!;
      expect(line).toMatch(/^Content-Disposition: form-data; name="[^"\r\n]*"; filename="[^"\r\n]*"$/);
      expect(text.match(/^[\w-]+: /gm)).toEqual(['Content-Disposition: ', 'Content-Type: ']);
    },
  );

  it('has a new boundary each time', () => {
    expect(bodyOf(new FormData(), {}).type).not.toBe(bodyOf(new FormData(), {}).type);
  });
});
