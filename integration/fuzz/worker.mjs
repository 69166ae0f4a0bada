// Runs batches of scenarios on request, one after another.
import { parentPort, workerData } from 'node:worker_threads';

const { campaign } = await import(workerData.url);

let rejected = [];
process.on('unhandledRejection', (reason) => rejected.push(reason));
// Errors of listeners also arrive here. They count as failures of the current scenario.
process.on('uncaughtException', (thrown) => rejected.push(thrown));

const rejections = () => {
  const taken = rejected;
  rejected = [];
  return taken;
};

parentPort.on('message', async (batch) => {
  const { tally, failure } = await campaign({ ...batch, rejections });
  const { calls, requests, counts } = tally;
  parentPort.postMessage({ calls, requests, counts, failure });
});
