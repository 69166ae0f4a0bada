export { readExecution } from './parts/graphql-results/execution.js';
export { firstMessage } from './parts/graphql-results/first-message.js';
