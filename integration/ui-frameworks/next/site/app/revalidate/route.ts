import { tagOf } from 'homing/next';
import { api } from '../../lib/api';
import { expireTag, markTag } from '../../lib/revalidate';

/** Revalidates the cached data of one id, which is a number; without `id`, all cached data of the endpoint. */
export function POST(request: Request) {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('id');
  const tag = id === null ? tagOf(api.getUser) : tagOf(api.getUser, { id: Number(id) });
  if (searchParams.has('mark')) markTag(tag);
  else expireTag(tag);
  return Response.json({ tag });
}
