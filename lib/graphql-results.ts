export { readExecution, withFirstMessage } from './parts/graphql-results/execution.js';
