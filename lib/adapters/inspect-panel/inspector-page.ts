// Entry of the page that shows the calls of another process. Its URLs are relative to the server's files.

import { definePanel } from './panel-element.js';
import { RemoteCalls } from './remote-calls.js';

const source = new EventSource('calls');
const seen = new RemoteCalls(source, () => void fetch('clear', { method: 'POST' }));

const title = document.title;
source.addEventListener('open', () => (document.title = title));
source.addEventListener('error', () => (document.title = `${title} (not connected)`));

definePanel();
document.body.append(Object.assign(document.createElement('homing-inspector'), { seen }));
