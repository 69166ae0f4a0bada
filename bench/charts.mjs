// Rewrites the charts and the page from the figures in docs/benchmarks.json: `node bench/charts.mjs`.
import { readFileSync } from 'node:fs';
import { figuresFile, writeDocs } from './report/write-docs.mjs';

await writeDocs(JSON.parse(readFileSync(figuresFile, 'utf8')));
