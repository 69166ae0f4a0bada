import { matchesIntegrity } from './matches-integrity.js';
import type { ResponseBytes } from './response-bytes.js';

/** All bytes of a body, when they have one of the hashes. fetch too says so only when it knows: they are read before. */
export async function checkedWhole(bytes: ResponseBytes | null, integrity: string): Promise<Uint8Array> {
  const whole = await bytes?.whole();
  if (whole && (await matchesIntegrity(integrity, whole))) return whole;
  throw new Error('integrity mismatch');
}
