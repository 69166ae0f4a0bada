// Part of the production build: creates the message in place of a sentence, such as "homing E7: id".

/**
 * @param {number | [number, ...unknown[]]} id The code; for an advice, perhaps with its values.
 * @param {unknown[]} about The values of the sentence.
 */
export const code = (id, ...about) => {
  const [number, ...more] = [id].flat();
  const values = [...about, ...more].join(', ');
  return `homing E${number}${values && `: ${values}`}`;
};
