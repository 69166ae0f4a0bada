import { api, kept } from '../../lib/api';

/** Rendered at build time. */
export default async function Page() {
  const { data } = await api.getUser({ id: '900' }, kept('900'));
  return <p>{data?.name}</p>;
}
