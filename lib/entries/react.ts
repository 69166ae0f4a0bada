export type { HookState, HookOptions } from '../adapters/react/hook-request.js';
export { useCall } from '../adapters/react/use-call.js';
export type { CallState } from '../adapters/react/use-call.js';
export { usePoll } from '../adapters/react/use-poll.js';
export type { UsePollOptions } from '../adapters/react/use-poll.js';
export { useStream } from '../adapters/react/use-stream.js';
export type { StreamState, UseStreamOptions } from '../adapters/react/use-stream.js';
