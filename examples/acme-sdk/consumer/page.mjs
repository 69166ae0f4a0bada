import * as sdk from 'acme-sdk';
import { drive } from './drive.mjs';

drive(sdk, location.origin).then(
  () => (document.documentElement.dataset.outcome = 'ok'),
  (error) => (document.documentElement.dataset.outcome = String(error)),
);
