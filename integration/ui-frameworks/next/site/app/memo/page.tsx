import { cache } from 'react';
import { api } from '../../lib/api';

const ask = {
  plain: (id: string) => api.getUser({ id }),
  timeout: (id: string) => api.getUser({ id }, { timeout: 5000 }),
  cached: cache((id: string) => api.getUser({ id })),
  'cached-timeout': cache((id: string) => api.getUser({ id }, { timeout: 5000 })),
};

interface Asked {
  how: keyof typeof ask;
  id: string;
}

async function Name({ how, id }: Asked) {
  const { data } = await ask[how](id);
  return <b>{data?.name}</b>;
}

/** Two components that make the same call. */
export default async function Page({ searchParams }: { searchParams: Promise<Asked> }) {
  const { how, id } = await searchParams;
  return (
    <p>
      <Name how={how} id={id} /> and <Name how={how} id={id} />
    </p>
  );
}
