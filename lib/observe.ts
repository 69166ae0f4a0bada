export { observe } from './parts/observe/observe.js';
export type {
  AttemptObserver,
  CallObserver,
  ObservedAttempt,
  ObservedCall,
  ObservedRequest,
  Observer,
} from './parts/observe/observer.js';
export { watch } from './parts/observe/watch.js';
