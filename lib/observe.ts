export { observe, watch } from './parts/observe/observe.js';
export type {
  AttemptObserver,
  CallObserver,
  ObservedAttempt,
  ObservedCall,
  ObservedRequest,
  Observer,
} from './parts/observe/observer.js';
