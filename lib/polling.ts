export { poll, pollUntil } from './parts/polling/poll.js';
export type { Pollable, PollOptions, PollUntilOptions } from './parts/polling/poll-options.js';
