import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from 'homing/query';
import { Suspense } from 'react';
import { type Mine, useRoom } from './session.js';

/** The query key contains the scope, so one reader never sees the data of another. */
export const shelfOf = ({ api, scope }: Mine) => query(api.shelf, {}, { scope });

export function Shelf() {
  const { mine } = useRoom();
  return (
    <section className="card" id="shelf">
      <h2>Your shelf</h2>
      {mine ? (
        <Suspense fallback={<p className="quiet">Fetching your books …</p>}>
          <Borrowed mine={mine} />
        </Suspense>
      ) : (
        <p className="quiet">For readers with a card.</p>
      )}
    </section>
  );
}

function Borrowed({ mine }: { mine: Mine }) {
  const { data } = useSuspenseQuery(shelfOf(mine));
  return (
    <ul>
      {data.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}
