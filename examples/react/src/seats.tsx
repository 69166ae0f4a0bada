import { usePoll } from 'homing/react';
import { useState } from 'react';
import { useRoom } from './session.js';

/** Polls every three seconds, or every second in a hurry. Pauses in a hidden tab, and waits longer after failures. */
export function Seats() {
  const { api } = useRoom();
  const [isHurried, setHurried] = useState(false);
  const { data, error } = usePoll(api.seats, {}, { every: isHurried ? 1000 : 3000 });

  return (
    <section className="card" id="seats">
      <h2>Seats</h2>
      <p>
        <b>{data?.free ?? '–'}</b> of {data?.of ?? '–'} are free.
        {error && <span className="quiet"> The last look failed.</span>}
      </p>
      <meter max={data?.of ?? 1} value={data?.free ?? 0} />
      <label>
        <input type="checkbox" checked={isHurried} onChange={(event) => setHurried(event.target.checked)} />I
        am in a hurry
      </label>
    </section>
  );
}
