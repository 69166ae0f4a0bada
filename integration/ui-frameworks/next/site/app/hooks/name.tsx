'use client';

import { useCall } from 'homing/react';
import { api } from '../../lib/api';

export function Name({ id }: { id: string }) {
  const { data, isPending } = useCall(api.getUser, { id });
  return <p>{isPending ? 'waiting' : data?.name}</p>;
}
