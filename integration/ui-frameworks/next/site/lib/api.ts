import { createApi, defineRequest, type FetchOptions } from 'homing';
import { nextTags } from 'homing/next';

export interface User {
  id: number;
  name: string;
}

export interface Missing {
  missing: string;
}

const requests = {
  getUser: defineRequest<User, {}, { 404: Missing }>()({ method: 'GET', path: '/users/:id' }),
};

export const api = createApi({ name: 'users', baseUrl: process.env.NEXT_PUBLIC_BACKEND ?? '', requests });

/** Options that make Next cache a response until one of its tags is revalidated. */
export const kept = (id: string) =>
  ({
    fetchOptions: { cache: 'force-cache', next: { tags: nextTags(api.getUser, { id }), revalidate: 3600 } },
  }) as const;

export const misspelt: FetchOptions[] = [
  { next: { tags: nextTags(api.getUser, { id: 1 }), revalidate: false } },
  // @ts-expect-error -- tags are an array
  { next: { tags: 'users' } },
  // @ts-expect-error -- a typo in tags
  { next: { tag: [] } },
  // @ts-expect-error -- a string is not a number
  { next: { revalidate: 'soon' } },
];
