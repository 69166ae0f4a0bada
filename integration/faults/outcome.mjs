const one = ({ error }) => {
  if (!error) return 'data';
  return error.status ? `${error.kind} ${error.status}` : error.kind;
};

/** The outcome in the form of the table: `parse 200`, or `data, then network`, or `125 × data, 125 × network`. */
export const outcomeOf = (results) => {
  const outcomes = results.map(one);
  // The order of concurrent calls is random.
  if (outcomes.length <= 3) return outcomes.join(', then ');
  const counts = new Map();
  for (const outcome of outcomes.sort()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
};
