export { asReceived, fetchOf, tapped, withBody } from './parts/fetches/around-fetch.js';
