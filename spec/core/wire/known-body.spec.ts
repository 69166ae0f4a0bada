import { describe, expect, it } from '@jest/globals';
import { FormData as UndiciForm } from 'undici';
import { post } from '../../support/capture.js';
import { refusal } from '../../support/refusal.js';

/** As the packages fetch-blob and formdata-node have them. */
class PackageBlob {
  readonly size = 1;
  get [Symbol.toStringTag](): string {
    return 'Blob';
  }
}

class PackageFile extends PackageBlob {
  override get [Symbol.toStringTag](): string {
    return 'File';
  }
}

class PackageForm {
  *[Symbol.iterator](): Generator<[string, unknown]> {
    yield ['photo', new PackageFile()];
  }
  get [Symbol.toStringTag](): string {
    return 'FormData';
  }
}

describe('forms and blobs of a package, which fetch would send the name of (rules.md#bodies)', () => {
  it('are sent as a form of the platform', async () => {
    const form = new UndiciForm();
    form.append('a', '1');
    form.append('file', new File(['x'], 'x.txt'));
    const { body } = await post('/items', form);
    expect(body).toBeInstanceOf(FormData);
    expect((body as FormData).get('a')).toBe('1');
    expect((body as FormData).get('file')).toMatchObject({ name: 'x.txt' });
  });

  it.each<[string, object, string]>([
    ['a blob', new PackageBlob(), 'params is a PackageBlob: pass its bytes, or a Blob of the platform'],
    ['a file', new PackageFile(), 'params is a PackageFile: pass its bytes'],
    ['a file in a form', new PackageForm(), 'The field "photo" is a PackageFile: pass its bytes'],
  ])('are refused where they can not be read at once: %s', async (_kind, params, message) => {
    expect(refusal(await post('/items', params)).body.message).toContain(message);
  });

  it('alone: what the platform made is sent as it is', async () => {
    for (const params of [new FormData(), new Blob(['x']), new File(['x'], 'x')])
      expect((await post('/items', params)).body).toBe(params);
  });
});
