import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homingProgram, typeCost } from '../scripts/type-cost.mjs';
import { homing } from './contenders/homing.mjs';
import { typedPeers } from './contenders/typed-peers.mjs';
import { atMost, below, chart, columns, table } from './report/suite-result.mjs';

export const title = 'Type-checking cost';

const ENDPOINTS = 200;
const CALLS_EACH = 5;

export const how = `A generated program has ${ENDPOINTS} endpoints (up to three path params, query params, bodies, suffixes such as \`:id.json\`) and ${(ENDPOINTS * CALLS_EACH).toLocaleString('en')} calls that narrow the Result. It is compiled by \`tsc --noEmit --extendedDiagnostics --strict\` against each library's own types. The \`Instantiations\` and the check time of an empty program with the same options are subtracted. openapi-fetch gets its paths in the form in which openapi-typescript writes them. ts-rest has plain types (\`c.type\`), and zodios \`z.custom\` of the same types, which are the lightest that each accepts. Neither supports a suffix to a path param, so the suffix is a separate segment there. \`npm run test:package\` holds homing's figure to the budget in \`scripts/check-type-cost.mjs\`.`;

const COLUMNS = columns('', {
  perEndpoint: ['instantiations per endpoint', 0],
  total: ['total', 0],
  seconds: ['check time, s', 2],
});

const installed = fileURLToPath(new URL('./node_modules/', import.meta.url));

const contenders = [
  { name: homing.name, program: homingProgram },
  ...typedPeers.map(({ name, packages, program }) => ({
    name,
    program,
    folders: Object.fromEntries(packages.map((each) => [each, join(installed, each)])),
  })),
];

const rowOf = ({ name, program, folders }, endpoints) => {
  const { instantiations, checkSeconds } = typeCost(program(endpoints, endpoints * CALLS_EACH), folders);
  return { name, perEndpoint: instantiations / endpoints, total: instantiations, seconds: checkSeconds };
};

export const run = async ({ quick }) => {
  const endpoints = quick ? ENDPOINTS / 5 : ENDPOINTS;
  const rows = contenders.map((contender) => rowOf(contender, endpoints));
  const [own, ...peers] = rows;
  const twice = rowOf(contenders[0], 2 * endpoints);
  const lowest = Math.min(...peers.map(({ perEndpoint }) => perEndpoint));
  return {
    tables: [table(`${endpoints} endpoints, ${endpoints * CALLS_EACH} calls`, COLUMNS, rows)],
    goals: [
      below('instantiations per endpoint, relative to the lowest peer', own.perEndpoint / lowest, 1),
      atMost(
        `instantiations per endpoint with ${2 * endpoints} endpoints, relative to ${endpoints} endpoints`,
        twice.perEndpoint / own.perEndpoint,
        1.05,
      ),
    ],
    charts: [chart('types', 'Type instantiations per endpoint', '', rows, 'perEndpoint', { digits: 0 })],
  };
};
