import { collect, createApi, nextLink, paginate } from 'homing';
// GitHub has 1,223 endpoints. The bundle contains only these three.
import { issuesCreate, issuesListForRepo, reposGet } from './build/github.js';

export async function main(baseUrl: string): Promise<void> {
  const api = createApi({ baseUrl, requests: { issuesCreate, issuesListForRepo, reposGet } });
  const octocat = { owner: 'octocat', repo: 'Hello-World' };

  const { data } = await api.reposGet(octocat);
  console.log('repository:', data?.full_name, data?.owner.login);

  // The type of the body depends on the status, as in the document.
  const gone = await api.reposGet({ owner: 'octocat', repo: 'gone' }, { headers: { Prefer: 'code=404' } });
  if (gone.error?.status === 404) console.log('404:', gone.error.body?.message);

  const refused = await api.issuesCreate(
    { ...octocat, body: { title: '' } },
    { headers: { Prefer: 'code=422' } },
  );
  if (refused.error?.status === 422)
    console.log(
      '422:',
      refused.error.body?.errors?.map(({ code, field }) => `${field}: ${code}`),
    );

  const created = await api.issuesCreate({ ...octocat, body: { title: 'Found a bug', labels: ['bug'] } });
  console.log('created:', created.data?.number);

  const pages = paginate(api.issuesListForRepo, { ...octocat, state: 'open' }, { next: nextLink });
  const { data: all } = await collect(pages);
  console.log(
    'issues:',
    all?.map((page) => page.map(({ number }) => number)),
  );

  const asAda = api.withHeaders({ Authorization: 'Bearer token-of-ada' });
  const [mine, hers] = await Promise.all([api.reposGet(octocat), asAda.reposGet(octocat)]);
  for (const { response } of [mine, hers]) console.log('sent as:', response?.headers.get('x-authorization'));
}
