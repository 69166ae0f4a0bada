import { nodeFetch } from '../../dist/node.js';

/** Says of each request that nodeFetch sent it, for two equal outcomes could come from the same fetch. */
const telling = () => {
  Reflect.get(globalThis, 'Response');
  const own = globalThis[Symbol.for('undici.globalDispatcher.1')];
  return {
    dispatch: (options, handler) => {
      console.log('sent by nodeFetch');
      return own.dispatch(options, handler);
    },
  };
};

/** Puts nodeFetch in the place of the global fetch, if this is the moment for it. */
export const setFetch = (moment) => {
  if (process.env.PROOF_FETCH === `nodeFetch ${moment}`)
    globalThis.fetch = nodeFetch({ dispatcher: telling() });
};
