const time = (ms) => {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const megabytes = (value) => `${value?.toFixed(3) ?? '?'} MB`;

/** Prints one line of progress. */
export const printLive = ({ elapsed, tally, transport, connections, heap }) =>
  console.log(
    [
      time(elapsed).padStart(6),
      `${tally.settled} calls`,
      `${transport.sent} requests`,
      `${connections} connections`,
      `${megabytes(heap)} at rest`,
      `${tally.problems.length} problems`,
    ].join('  '),
  );

const row = (label, value) => console.log(`  ${label.padEnd(50)}${String(value).padStart(18)}`);

/** Prints the final table. */
export const printEnd = ({ tally, transport, received, samples, growth, left, problems }) => {
  console.log(`\ncalls by scenario (node ${process.version})`);
  for (const [scenario, count] of [...tally.byScenario].sort()) row(scenario, count);
  console.log('\ncalls by outcome');
  for (const [outcome, count] of [...tally.outcomes].sort()) row(outcome, count);
  row('completed calls', tally.settled);
  row('all that were made', tally.started);
  console.log('\nrequests');
  row('sent', transport.sent);
  row('answered', transport.answered);
  row('ended by a signal or a fault', transport.failed);
  row('seen by the server', received);
  console.log('\nheap at rest, after collections');
  row(
    'least and most of all samples',
    `${Math.min(...samples).toFixed(3)} - ${megabytes(Math.max(...samples))}`,
  );
  row('start, median after the warm-up', megabytes(growth.start));
  row('end, median', megabytes(growth.end));
  row('growth', `${growth.percent.toFixed(2)} %`);
  console.log('\nleft at the end');
  for (const [what, count] of Object.entries(left)) row(what, count);
  console.log(problems.length === 0 ? '\nas it should be' : `\n${problems.length} problems`);
  for (const problem of problems) console.error(`  ${problem}`);
};
