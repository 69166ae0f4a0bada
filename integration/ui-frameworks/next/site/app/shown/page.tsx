import { toPlainResult } from 'homing';
import { api } from '../../lib/api';
import { load } from './load';
import { Show } from './show';

/** Passes the data of a server component to a client component. */
export default async function Page({ searchParams }: { searchParams: Promise<{ id: string }> }) {
  const { id } = await searchParams;
  return <Show given={await toPlainResult(api.getUser({ id }))} load={load} />;
}
