import { defineRequest } from '../../dist/index.js';

export const find = defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' });
