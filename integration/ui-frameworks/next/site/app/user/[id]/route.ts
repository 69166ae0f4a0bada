import { toPlainResult } from 'homing';
import { api, kept } from '../../../lib/api';

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const timed = new URL(request.url).searchParams.has('timeout') ? { timeout: 5000 } : {};
  return Response.json(await toPlainResult(api.getUser({ id }, { ...kept(id), ...timed })));
}
