/** How many pages there may be: a whole number, or Infinity for no limit. */
export const readMaxPages = (given = Infinity): number =>
  Number.isNaN(given) ? Infinity : Math.floor(given);
