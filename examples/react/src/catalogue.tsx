import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from 'homing';
import { infiniteQuery, mutation } from 'homing/query';
import { useState } from 'react';
import type { Api, Book } from './api.js';
import { Failure, FieldFailure } from './failure.js';
import { useRoom } from './session.js';

/** The query for the catalogue, page by page. The component and the server rendering use it. */
export const catalogueOf = (api: Api) =>
  infiniteQuery(api.books, {}, { next: ({ cursor }) => (cursor === null ? null : { cursor }) });

export function Catalogue() {
  const { api } = useRoom();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(catalogueOf(api));

  return (
    <section className="card" id="catalogue">
      <h2>Catalogue</h2>
      {error && <Failure error={error} />}
      <ul>
        {data?.pages
          .flatMap(({ books }) => books)
          .map((book) => (
            <Entry key={book.id} book={book} />
          ))}
      </ul>
      {hasNextPage && (
        <button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Fetching …' : 'More'}
        </button>
      )}
    </section>
  );
}

function Entry({ book }: { book: Book }) {
  const [isOpen, setOpen] = useState(false);
  const rename = useRename();

  const save = (form: FormData) => {
    setOpen(false);
    rename.mutate({ id: book.id, title: String(form.get('title')) });
  };

  return (
    <li>
      {isOpen ? (
        <form action={save}>
          <input name="title" aria-label="Title" defaultValue={book.title} autoFocus />
          <button>Save</button>
        </form>
      ) : (
        <>
          <span className={rename.isPending ? 'quiet' : ''}>{book.title}</span> <small>{book.author}</small>
          <button className="small" onClick={() => setOpen(true)}>
            Rename
          </button>
        </>
      )}
      {rename.error && <FieldFailure error={rename.error} field="title" />}
    </li>
  );
}

type Pages = InfiniteData<DataOf<Api['books']>>;

const renamed = (pages: Pages | undefined, id: number, title: string): Pages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      books: page.books.map((book) => (book.id === id ? { ...book, title } : book)),
    })),
  };

/** Shows the new title immediately, and restores the old title if the server rejects the new one. */
function useRename() {
  const { api, mine } = useRoom();
  const queryClient = useQueryClient();
  const { queryKey } = catalogueOf(api);

  return useMutation({
    ...mutation((mine?.api ?? api).rename),
    onMutate: async ({ id, title }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Pages>(queryKey);
      queryClient.setQueryData<Pages>(queryKey, (pages) => renamed(pages, id, title));
      return before;
    },
    onError: (_error, _params, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: ({ id, title }) =>
      queryClient.setQueryData<Pages>(queryKey, (pages) => renamed(pages, id, title)),
  });
}
