export { httpDate } from './parts/http-date/http-date.js';
