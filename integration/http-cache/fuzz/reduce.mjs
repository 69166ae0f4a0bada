const without = (list, index) => list.filter((_each, at) => at !== index);

/** Headers without one header, or without one member. */
function* fewer(headers) {
  for (const [index, [name, members]] of headers.entries()) {
    yield without(headers, index);
    if (members.length < 2) continue;
    for (const at of members.keys())
      yield headers.map((header, each) => (each === index ? [name, without(members, at)] : header));
  }
}

const withStep = (given, index, change) => ({
  ...given,
  steps: given.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
});

/** Slightly smaller cases. */
function* smaller(given) {
  const { steps } = given;
  if (steps.length > 2) for (const index of steps.keys()) yield { ...given, steps: without(steps, index) };
  // Remove large parts first, which is fast for most cases.
  if (steps.some(({ ask }) => ask.length > 1))
    yield { ...given, steps: steps.map((step) => ({ ...step, ask: [] })) };
  for (const [index, { answer }] of steps.entries())
    if (answer.headers.length > 1) yield withStep(given, index, { answer: { ...answer, headers: [] } });
  for (const [index, { after, ask, answer }] of steps.entries()) {
    for (const headers of fewer(answer.headers))
      yield withStep(given, index, { answer: { ...answer, headers } });
    for (const headers of fewer(ask)) yield withStep(given, index, { ask: headers });
    if (answer.status !== 200) yield withStep(given, index, { answer: { ...answer, status: 200 } });
    if (after > 0) yield withStep(given, index, { after: 0 });
  }
  if (given.mode === 'shared') yield { ...given, mode: 'private' };
}

/**
 * Reduces a case by removing one part after another.
 *
 * @param isSame Whether a smaller case still has the same difference.
 */
export async function reduced(given, isSame) {
  for (const each of smaller(given)) if (await isSame(each)) return reduced(each, isSame);
  return given;
}
