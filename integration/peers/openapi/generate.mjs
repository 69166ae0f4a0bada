// Generates a client from each file that is listed on stdin, and prints all results as JSON.
import { json } from 'node:stream/consumers';

const { generate } = await import(new URL('../../../dist/openapi-generator.js', import.meta.url));

const made = {};
for (const file of await json(process.stdin)) {
  try {
    const { text, warnings } = await generate({ document: file, offline: true });
    made[file] = { text, warnings };
  } catch ({ message, pointer, file: place }) {
    made[file] = { message, pointer, place };
  }
}
process.stdout.write(JSON.stringify(made));
