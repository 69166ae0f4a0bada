export { observe, observers } from '../features/observe/observe.js';
export type {
  AttemptObserver,
  CallObserver,
  ObservedAttempt,
  ObservedCall,
  ObservedRequest,
  Observer,
} from '../features/observe/observer.js';
