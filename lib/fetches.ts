export { asReceived, withBody } from './parts/fetches/as-received.js';
export { fetchOf } from './parts/fetches/fetch-of.js';
export { tapped } from './parts/fetches/tapped.js';
