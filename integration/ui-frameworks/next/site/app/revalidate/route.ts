import { tagOf } from 'homing/next';
import { api } from '../../lib/api';
import { expireTag, markTag } from '../../lib/revalidate';

/** With `id` what was kept for it, a number; without it all that was kept of the endpoint. */
export function POST(request: Request) {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('id');
  const tag = id === null ? tagOf(api.getUser) : tagOf(api.getUser, { id: Number(id) });
  if (searchParams.has('mark')) markTag(tag);
  else expireTag(tag);
  return Response.json({ tag });
}
