export { asReceived, fetchOf, ownInit, tapped, withBody } from './parts/fetches/around-fetch.js';
