import { useStream } from 'homing/react';
import { useState } from 'react';
import { Failure } from './failure.js';
import { useRoom } from './session.js';

export function News() {
  const [isOn, setOn] = useState(true);
  return (
    <section className="card" id="news">
      <h2>News</h2>
      {isOn && <Ticker />}
      <button onClick={() => setOn(!isOn)}>{isOn ? 'Not now' : 'Show the news'}</button>
    </section>
  );
}

/** Shows the newest four items as they arrive. Unmounting closes the connection. */
function Ticker() {
  const { api } = useRoom();
  const { items, error, isPending, reload } = useStream(api.news, {}, { keep: 4 });

  return (
    <>
      {isPending && <p className="quiet">Listening …</p>}
      <ul>{items.map(({ data }) => data && <li key={data.id}>{data.text}</li>)}</ul>
      {error && (
        <>
          <Failure error={error} />
          <button onClick={reload}>Listen again</button>
        </>
      )}
    </>
  );
}
