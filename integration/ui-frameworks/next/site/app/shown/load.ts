'use server';

import { plain } from 'homing';
import { api } from '../../lib/api';

export async function load(id: string) {
  return plain(api.getUser({ id }));
}
