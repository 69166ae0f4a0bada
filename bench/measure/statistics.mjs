const sorted = (values) => values.toSorted((a, b) => a - b);

/** The value below which this share of the values lies. */
export const quantile = (values, share) => {
  const all = sorted(values);
  return all[Math.min(all.length - 1, Math.floor(all.length * share))];
};

export const median = (values) => quantile(values, 0.5);

/** The first and the third quartile. */
export const quartiles = (values) => [quantile(values, 0.25), quantile(values, 0.75)];
