import { withHeaders } from 'homing';
import { hydrateRoot } from 'react-dom/client';
import { makeApi } from './api.js';
import { App, makeQueryClient, type State } from './app.js';
import './style.css';

declare global {
  interface Window {
    readonly state: State;
  }
}

const api = makeApi('/api');

hydrateRoot(
  document.getElementById('app')!,
  <App
    api={api}
    // The browser adds the cookie. Forms on other sites can't send this header.
    copyFor={() => withHeaders(api, { 'x-reading-room': '1' })}
    queryClient={makeQueryClient()}
    state={window.state}
  />,
);
