import { useQueryClient } from '@tanstack/react-query';
import type { ErrorOf } from 'homing';
import type { EndpointKey } from 'homing/query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Api } from './api.js';
import { Failure, FieldFailure } from './failure.js';

/**
 * The client of a reader, and the `scope` for its cache keys. The keys aren't secret, so the scope must not be
 * secret.
 */
export interface Mine {
  readonly api: Api;
  readonly scope: string;
}

interface Room {
  readonly api: Api;
  readonly mine: Mine | null;
  readonly become: (reader: string | null) => void;
}

const RoomContext = createContext<Room | null>(null);

interface RoomProps {
  readonly api: Api;
  readonly reader: string | null;
  /** Derives the client of a reader. On the server it sends the cookie, in the page the headers that the page adds. */
  readonly copyFor: (reader: string) => Api;
  readonly children: ReactNode;
}

export function RoomProvider({ api, reader: first, copyFor, children }: RoomProps) {
  const [reader, become] = useState(first);
  const room = useMemo(
    () => ({ api, become, mine: reader === null ? null : { api: copyFor(reader), scope: reader } }),
    [api, copyFor, reader],
  );
  return <RoomContext value={room}>{children}</RoomContext>;
}

export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (!room) throw new Error('Use this hook inside the room provider.');
  return room;
}

export function Door() {
  const { mine } = useRoom();
  return mine ? <LogOut mine={mine} /> : <LogIn />;
}

function LogIn() {
  const { api, become } = useRoom();
  const [error, setError] = useState<ErrorOf<Api['logIn']> | null>(null);

  const logIn = async (form: FormData) => {
    const { data, error } = await api.logIn({ name: String(form.get('name')) });
    setError(error);
    if (data) become(data.reader);
  };

  return (
    <form action={logIn} className="door">
      <input name="name" aria-label="Name" placeholder="Your name: ada, or grace" />
      <button>Log in</button>
      {error && <FieldFailure error={error} field="name" />}
    </form>
  );
}

function LogOut({ mine: { api, scope } }: { mine: Mine }) {
  const { become } = useRoom();
  const queryClient = useQueryClient();
  const [error, setError] = useState<ErrorOf<Api['logOut']> | null>(null);

  const logOut = async () => {
    const { error } = await api.logOut();
    setError(error);
    if (error) return;
    become(null);
    // Remove all data of this reader, so the next reader can't see it.
    queryClient.removeQueries({ predicate: ({ queryKey }) => (queryKey as EndpointKey)[2].scope === scope });
  };

  return (
    <form action={logOut} className="door">
      <span>
        Welcome, <b>{scope}</b>
      </span>
      <button>Log out</button>
      {error && <Failure error={error} />}
    </form>
  );
}
