const sdk = require('acme-sdk');

void import('./drive.mjs').then(({ drive }) => drive(sdk, process.argv[2]));
