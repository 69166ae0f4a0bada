import type { Note } from '../wire/note.js';

/** What a request asks of the call that it belongs to. */
export interface RequestOwner {
  note(note: Note): void;
  pauseAttempt(): () => void;
}
