// Draws the charts and writes the page anew, from the figures in docs/benchmarks.json: `node bench/charts.mjs`.
import { readFileSync } from 'node:fs';
import { figuresFile, writeDocs } from './report/write-docs.mjs';

await writeDocs(JSON.parse(readFileSync(figuresFile, 'utf8')));
