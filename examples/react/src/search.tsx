import { useCall } from 'homing/react';
import { useState } from 'react';
import { Failure } from './failure.js';
import { useRoom } from './session.js';

/**
 * Sends a request for each typed letter. Each request aborts the previous one, so an old response can't arrive last.
 */
export function Search() {
  const { api } = useRoom();
  const [text, setText] = useState('');
  const q = text.trim();
  const { data, error, isLoading } = useCall(api.search, q === '' ? null : { q });

  return (
    <section className="card" id="search">
      <h2>Search</h2>
      <input
        type="search"
        aria-label="Title or author"
        placeholder="Title or author"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isLoading && <p className="quiet">Looking …</p>}
      {error && <Failure error={error} />}
      {data?.length === 0 && <p className="quiet">No books found.</p>}
      <ul>
        {data?.map(({ id, title, author }) => (
          <li key={id}>
            {title} <small>{author}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
