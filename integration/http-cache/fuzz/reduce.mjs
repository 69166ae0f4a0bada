const without = (list, index) => list.filter((_each, at) => at !== index);

/** Headers with one less, or with one member less. */
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

/** Cases that have a little less in them. */
function* smaller(given) {
  const { steps } = given;
  if (steps.length > 2) for (const index of steps.keys()) yield { ...given, steps: without(steps, index) };
  // In the large first, which is a short way for most.
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
 * The smallest case that is reached by leaving out one thing after the other.
 *
 * @param isSame Whether a smaller one is still the same.
 */
export async function reduced(given, isSame) {
  for (const each of smaller(given)) if (await isSame(each)) return reduced(each, isSame);
  return given;
}
