// Checks that the repository is ready to be published under a tag, because a version can be published only
// once: `node scripts/check-release.mjs v1.2.3`.
import { readFileSync } from 'node:fs';

const [, , tag] = process.argv;
const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const headings = readFileSync('CHANGELOG.md', 'utf8').match(/^## .*/gm) ?? [];

const faults = [
  ...(tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json has version ${version}.`]),
  ...(headings[0] === `## ${version}`
    ? []
    : [`CHANGELOG.md begins with "${headings[0]}", and not with "## ${version}".`]),
  ...(repository
    ? []
    : ['package.json names no repository, which npm asks for in a package with provenance.']),
];

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${tag} can be published`);
