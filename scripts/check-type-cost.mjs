// Limits the type instantiations of a large program. Types that parse path literals can slow down the
// compiler and the editor for a large client.
import { homingProgram, typeCost } from './type-cost.mjs';

const endpoints = 200;
const calls = 1_000;

for (const [name, errors, budget] of [
  ['', '', 35_500],
  [
    ', all with errors',
    "{ 404: { message: string }; '5XX': { fault: string }; default: { code: number } }",
    53_500,
  ],
]) {
  const { instantiations } = typeCost(homingProgram(endpoints, calls, errors));
  console.log(
    `type cost of ${endpoints} endpoints and ${calls} calls${name}: ${instantiations} instantiations (budget ${budget})`,
  );
  if (instantiations > budget) process.exitCode = 1;
}
