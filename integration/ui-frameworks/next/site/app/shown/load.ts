'use server';

import { toPlainResult } from 'homing';
import { api } from '../../lib/api';

export async function load(id: string) {
  return toPlainResult(api.getUser({ id }));
}
