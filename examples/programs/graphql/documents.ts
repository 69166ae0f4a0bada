// Documents as a code generator writes them, with the types of their variables and data.
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';

interface Author {
  name: string;
  posts: { title: string }[];
}

const document = <TData, TVariables>(text: string): TypedDocumentNode<TData, TVariables> =>
  parse(text, { noLocation: true });

export const author = document<{ author: Author | null }, { id: string }>(`
  query author($id: ID!) {
    author(id: $id) {
      name
      posts {
        title
      }
    }
  }
`);

export const authors = document<{ authors: (Pick<Author, 'name'> | null)[] }, Record<string, never>>(`
  query authors {
    authors {
      name
    }
  }
`);

export const addPost = document<{ addPost: { title: string } }, { author: string; title: string }>(`
  mutation addPost($author: ID!, $title: String!) {
    addPost(author: $author, title: $title) {
      title
    }
  }
`);
