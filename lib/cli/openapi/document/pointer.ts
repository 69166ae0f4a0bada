/** `/paths/~1users/get` of `paths`, `/users`, `get`. */
export function pointerOf(...segments: readonly (string | number)[]): string {
  return childOf('', ...segments);
}

export function childOf(pointer: string, ...segments: readonly (string | number)[]): string {
  let path = pointer;
  for (const segment of segments) path += `/${escaped(String(segment))}`;
  return path;
}

function escaped(segment: string): string {
  return /[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

/** What `childOf` put together. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer of `#/paths/~1users`, which a `$ref` may write with percents. */
export function pointerOfRef(ref: string): string | undefined {
  if (ref === '#') return '';
  if (!ref.startsWith('#/')) return undefined;
  const pointer = ref.slice(1);
  if (!pointer.includes('%')) return pointer;
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
