export { firstMessage, readExecution } from './parts/graphql-results/execution.js';
