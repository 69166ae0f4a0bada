import {
  collect,
  type CollectOptions,
  createApi,
  defineRequest,
  nextLink,
  paginate,
  type PaginateOptions,
} from 'homing';

interface Page {
  items: string[];
  nextCursor: string | null;
}

interface PageParams {
  cursor?: string;
  size?: number;
}

const api = createApi({
  baseUrl: '/api',
  requests: {
    list: defineRequest<Page, PageParams>()({ method: 'GET', path: '/items' }),
    ofTeam: defineRequest<Page, { page: number }>()({ method: 'GET', path: '/teams/:team/items' }),
  },
});

const byCursor: PaginateOptions<PageParams, Page> = {
  next: ({ data: { nextCursor } }, params) =>
    nextCursor === null ? null : { ...params, cursor: nextCursor },
  maxPages: 10,
};

export const allItems = async (): Promise<string[]> => {
  const items: string[] = [];
  for await (const { data, error } of paginate(api.list, { size: 50 }, byCursor)) {
    if (error) throw error;
    items.push(...data.items);
  }
  return items;
};

export const byNumber = () =>
  paginate(
    api.ofTeam,
    { team: 'red', page: 1 },
    { next: ({ data }, { team, page }) => (data.items.length > 0 ? { team, page: page + 1 } : undefined) },
  );

export const byLinkHeader = () => paginate(api.list, {}, { next: nextLink });

export const byLinkHeaderAsNumber = () =>
  paginate(
    api.ofTeam,
    { team: 'red', page: 1 },
    {
      next: (page, params) => {
        const next = nextLink(page, params);
        return next && { ...next, page: Number(next.page) };
      },
    },
  );

export const atOnce = async (options: CollectOptions): Promise<string[]> => {
  const { data, error } = await collect(byLinkHeader(), options);
  return error ? [] : data.flatMap(({ items }) => items);
};

export const laterAnswer = () => paginate(api.list, {}, { timeout: 100, next: async () => null });

export const refused = () => {
  // @ts-expect-error how to go on has to be said
  paginate(api.list, {}, {});
  // @ts-expect-error the next params are the endpoint's
  paginate(api.list, {}, { next: () => ({ page: 2 }) });
};
