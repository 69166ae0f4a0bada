import { createApi, defineRequest } from 'homing';

interface Stock {
  symbol: string;
  price: number;
}

const api = createApi({
  baseUrl: 'https://stocks.example.com',
  requests: {
    price: defineRequest<Stock>()({ method: 'GET', path: '/stocks/:symbol', share: true, timeout: 3000 }),
    search: defineRequest<Stock[], { q: string }>()({ method: 'GET', path: '/search', dedupe: true }),
  },
});

export const oneRequestForTwo = () => Promise.all([api.price({ symbol: 'A' }), api.price({ symbol: 'A' })]);

export const newestWins = async (text: string): Promise<Stock[] | undefined> => {
  const { data, error } = await api.search({ q: text });
  return error?.kind === 'abort' ? undefined : (data ?? []);
};

export const chosenAtRunTime = (share: boolean) =>
  defineRequest<Stock>()({ method: 'GET', path: '/stocks/:symbol', share, dedupe: share ? undefined : true });

export const refused = () => {
  // @ts-expect-error calls join, or the newest ends the others
  defineRequest<Stock>()({ method: 'GET', path: '/', share: true, dedupe: true });
  // @ts-expect-error it is yes or no
  defineRequest<Stock>()({ method: 'GET', path: '/', share: 'always' });
  // @ts-expect-error share and dedupe are options of the endpoint, not of a call
  void api.price({ symbol: 'A' }, { share: false });
};
