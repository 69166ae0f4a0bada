export { type Transience, transienceOf } from './parts/transience/transience.js';
