export { poll } from './parts/polling/poll.js';
export type { Pollable, PollOptions, PollUntilOptions } from './parts/polling/poll-options.js';
export { pollUntil } from './parts/polling/poll-until.js';
