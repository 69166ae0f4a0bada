import type { Result } from '../../core/seats.js';
import type { PollSettings } from './poll-settings.js';
import type { Question } from './question.js';

/** Somebody who gets the answers of a poll. */
export interface PollCaller {
  readonly question: Question;
  readonly settings: PollSettings;
  /** Leaves, if its signal aborted without telling anybody. */
  leaveIfAborted(): void;
  /** Joins the poll that asks what it asks by now: the one that it is on asks something else. */
  changePoll(): void;
  /** Gets every answer. Never throws. */
  receive(result: Result<unknown>): void;
}
