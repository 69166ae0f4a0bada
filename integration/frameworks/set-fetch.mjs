import { nodeFetch } from '../../dist/node.js';

/** Marks the requests that nodeFetch sends. Without the mark, equal results could come from the same fetch. */
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

/** Replaces the global fetch with nodeFetch, if this is the requested moment. */
export const setFetch = (moment) => {
  if (process.env.PROOF_FETCH === `nodeFetch ${moment}`)
    globalThis.fetch = nodeFetch({ dispatcher: telling() });
};
