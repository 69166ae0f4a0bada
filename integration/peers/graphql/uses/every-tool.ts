import type { Result } from 'homing';
import { client } from './client';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The types of variables and data come from the documents. */
export const user = () => client.query.user({ id: '1' });
export const isUser: Same<
  ReturnType<typeof user>,
  Promise<Result<{ user: { id: string; name: string } | null }>>
> = true;

export const rename = () => client.mutation.rename({ id: '1', name: 'Ada' });
export const isRenamed: Same<ReturnType<typeof rename>, Promise<Result<{ rename: { name: string } }>>> = true;

// @ts-expect-error The variables are missing.
export const withoutVariables = () => client.query.user();
// @ts-expect-error A variable is missing.
export const withoutName = () => client.mutation.rename({ id: '1' });
// @ts-expect-error A variable is of another type.
export const wrongType = () => client.mutation.rename({ id: '1', name: 1 });
// @ts-expect-error The variable does not exist.
export const unknownVariable = () => client.query.user({ id: '1', name: 'Ada' });
// @ts-expect-error It is not a query.
export const wrongSide = () => client.query.rename({ id: '1', name: 'Ada' });
