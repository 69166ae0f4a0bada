import { fileURLToPath } from 'node:url';

/** Creates a contender with this name from a build of homing. */
export const contenderOf = (name, { createApi, defineRequest }, ownFetch) => ({
  name,
  make: (baseUrl, { fetch = ownFetch, signal } = {}) => {
    const api = createApi({
      baseUrl,
      fetch,
      requests: {
        getUser: defineRequest()({ method: 'GET', path: '/users/:id' }),
        addUser: defineRequest()({ method: 'POST', path: '/users' }),
      },
    });
    const options = signal && { signal };
    return {
      get: (id) => api.getUser({ id }, options),
      post: (id) => api.addUser({ id, name: 'Ada' }, options),
    };
  },
});

// Imported by path, not as a dependency, so that the bench always uses the build of this checkout.
export const buildFolder = fileURLToPath(new URL('../../dist/', import.meta.url));

export const build = await import('../../dist/index.js');

export const homing = contenderOf('homing', build);

/** homing with its transport for Node. Empty if the build doesn't have this entry point. */
export const homingOnNode = async () => {
  try {
    const { nodeFetch } = await import('../../dist/node.js');
    return [contenderOf('homing + nodeFetch', build, nodeFetch())];
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return [];
    throw error;
  }
};
