import { toPlainResult } from 'homing';
import { api } from '../../lib/api';
import { load } from './load';
import { Show } from './show';

/** What a component on the server has asked for goes to one in the page. */
export default async function Page({ searchParams }: { searchParams: Promise<{ id: string }> }) {
  const { id } = await searchParams;
  return <Show given={await toPlainResult(api.getUser({ id }))} load={load} />;
}
