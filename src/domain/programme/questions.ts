import { AppError, conflict, invalid } from '../../errors.ts';
import type { User } from '../people/users.ts';
import type { AgendaItem } from './agenda.ts';

export const QUESTION_STATUSES = ['waiting', 'visible', 'answered', 'hidden'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** What a moderator makes of a question. */
export const QUESTION_DECISIONS = ['visible', 'answered', 'hidden'] as const;
export type QuestionDecision = (typeof QUESTION_DECISIONS)[number];

/** What is left of the text of an erased user. */
export const WITHDRAWN = 'This question was withdrawn';

/** How many questions one person may have in a session that are neither answered nor hidden. */
export const MAX_OPEN_QUESTIONS = 3;
/** New questions of one person, as the specification limits them. */
export const QUESTIONS_A_MINUTE = { name: 'questions', limit: 6, windowMs: 60_000 } as const;
/** So many people who report a question take it off the wall of an open session. */
export const REPORTS_UNTIL_WAITING = 3;
/** A moderator reads the questions of a person first about whom so many reports were upheld. */
const REPORTS_OF_ASKER = 2;

const MINUTE_MS = 60_000;
const OPENS_BEFORE_MS = 60 * MINUTE_MS;
const CLOSES_AFTER_MS = 30 * MINUTE_MS;
const MAX_DAYS_AFTER_END = 7;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface Question {
  readonly id: number;
  readonly agenda_item_id: number;
  readonly text: string;
  readonly status: QuestionStatus;
  readonly created_at: string;
}

/** A question as everyone sees it: without the person who asked. */
export interface ListedQuestion extends Omit<Question, 'agenda_item_id'> {
  readonly votes: number;
}

export const QUESTION_SORTS = ['votes', 'new'] as const;
export type QuestionSort = (typeof QUESTION_SORTS)[number];

/** A question as moderators see it. */
export interface AdminQuestion extends Question {
  readonly votes: number;
  /** How many people reported it. */
  readonly reports: number;
  /** The question that is shown instead; null if it is not merged. */
  readonly merged_into: number | null;
  /** Null once the person who asked is erased. */
  readonly user: Pick<User, 'id' | 'first_name' | 'last_name' | 'username'> | null;
  readonly decided_at: string | null;
  /** The name of the administrator; null also if a key of no administrator decided. */
  readonly decided_by: string | null;
}

/** The fields of an agenda item that decide when questions are open. `status` is the one that is shown. */
export type QuestionTimes = Pick<
  AgendaItem,
  'questions' | 'questions_until' | 'starts_at' | 'ends_at' | 'status'
>;

/** Whether questions are open now, and when they close; null while they are off. */
export function questionsOpen(item: QuestionTimes, now: Date) {
  const end = Date.parse(item.ends_at) + CLOSES_AFTER_MS;
  const closes = Math.max(end, Date.parse(item.questions_until ?? item.ends_at));
  const isOff = item.questions === 'off';
  const opens = Date.parse(item.starts_at) - OPENS_BEFORE_MS;
  const isWithin = opens <= now.getTime() && now.getTime() < closes;
  return {
    mode: item.questions,
    is_open: !isOff && item.status === 'scheduled' && isWithin,
    closes_at: isOff ? null : new Date(closes).toISOString(),
  };
}

/** @throws AppError VALIDATION_ERROR more than 7 days after the end */
export function checkQuestionsUntil({
  ends_at,
  questions_until,
}: {
  readonly ends_at: string;
  readonly questions_until?: string | null | undefined;
}): void {
  const latest = Date.parse(ends_at) + MAX_DAYS_AFTER_END * DAY_MS;
  if (Date.parse(questions_until ?? ends_at) <= latest) return;
  const params = { days: MAX_DAYS_AFTER_END };
  throw invalid(
    'questions_until',
    'expected at most 7 days after the end',
    'too_long_after',
    params,
  );
}

/** @throws AppError QUESTIONS_CLOSED */
export function checkQuestionsOpen(item: QuestionTimes, now: Date): void {
  if (!questionsOpen(item, now).is_open) throw questionsClosed();
}

export const questionsClosed = () =>
  new AppError('QUESTIONS_CLOSED', 'Questions of this session are not open now');

/** @throws AppError REGISTRATION_REQUIRED without a seat at the conference or the event of the item */
export function checkHasSeat({ has_seat }: { readonly has_seat: boolean }): void {
  if (!has_seat) {
    throw new AppError('REGISTRATION_REQUIRED', 'Register for the conference or the session first');
  }
}

/** The status of a new question. */
export const firstStatus = (
  { questions }: Pick<QuestionTimes, 'questions'>,
  { upheld_reports }: { readonly upheld_reports: number },
): QuestionStatus =>
  questions === 'open' && upheld_reports < REPORTS_OF_ASKER ? 'visible' : 'waiting';

/** A question as a decision finds it. */
export type DecidedQuestion = Pick<Question, 'id' | 'agenda_item_id' | 'status'> & {
  readonly merged_into: number | null;
};

/** Why a decision is refused: the question is no longer as its moderator saw it. Undefined if it is. */
export function changedSince(
  { status, merged_into }: DecidedQuestion,
  from: QuestionStatus,
): AppError | undefined {
  if (merged_into !== null) {
    const sentence = `This question was merged into question ${merged_into}`;
    return conflict(null, sentence, 'status', { status: 'merged' });
  }
  if (status === from) return undefined;
  return conflict(null, `This question is ${status} now`, 'status', { status });
}
