import { fileURLToPath } from 'node:url';

/** A contender out of a build of homing, by the name under which it takes part. */
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

// By path and not as a dependency: always this checkout's build, with nothing to install anew when it changes.
export const buildFolder = fileURLToPath(new URL('../../dist/', import.meta.url));

export const build = await import('../../dist/index.js');

export const homing = contenderOf('homing', build);

/** homing on its own transport for Node; none where the build has no such entry. */
export const homingOnNode = async () => {
  try {
    const { nodeFetch } = await import('../../dist/node.js');
    return [contenderOf('homing + nodeFetch', build, nodeFetch())];
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return [];
    throw error;
  }
};
