import * as sdk from 'acme-sdk';
import { drive } from './drive.mjs';

await drive(sdk, process.argv[2]);
