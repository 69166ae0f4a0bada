export { poll, pollUntil } from '../features/polling/poll.js';
export type { Pollable, PollOptions, PollUntilOptions } from '../features/polling/poll-options.js';
