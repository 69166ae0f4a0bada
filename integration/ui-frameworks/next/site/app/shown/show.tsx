'use client';

import type { PlainResult } from 'homing';
import { useState } from 'react';
import type { Missing, User } from '../../lib/api';

type Shown = PlainResult<User, { 404: Missing }>;

const textOf = ({ data, error }: Shown): string => {
  if (!error) return data.name;
  return error.status === 404 ? `missing ${error.body?.missing}` : error.message;
};

export function Show({ given, load }: { given: Shown; load: (id: string) => Promise<Shown> }) {
  const [shown, show] = useState(given);
  return (
    <>
      <p>{textOf(shown)}</p>
      <button onClick={() => void load('404').then(show)}>404</button>
      <button onClick={() => void load('8').then(show)}>8</button>
    </>
  );
}
