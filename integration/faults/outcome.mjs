const one = ({ error }) => {
  if (!error) return 'data';
  return error.status ? `${error.kind} ${error.status}` : error.kind;
};

/** What came home, as the table says it: `parse 200`, or `data, then network`, or `125 × data, 125 × network`. */
export const outcomeOf = (results) => {
  const outcomes = results.map(one);
  // The order among many at once is chance.
  if (outcomes.length <= 3) return outcomes.join(', then ');
  const counts = new Map();
  for (const outcome of outcomes.sort()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
};
