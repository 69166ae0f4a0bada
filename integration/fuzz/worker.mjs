// Runs batches of scenarios, one after another, as it is asked for them.
import { parentPort, workerData } from 'node:worker_threads';

const { campaign } = await import(workerData.url);

let rejected = [];
process.on('unhandledRejection', (reason) => rejected.push(reason));
// What a listener throws ends up here too; the scenario at hand takes the blame.
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
