import type { Translations } from '../messaging/languages.ts';

export const QUESTION_KINDS = ['text', 'long_text', 'choice', 'choices', 'yes_no', 'url'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The live questions of a conference or an event. */
export const MAX_QUESTIONS = 10;
export const MAX_OPTIONS = 30;
export const MAX_ANSWER = 2_000;

/** Whose registration asks the questions. */
export interface FormOwner {
  readonly noun: 'conference' | 'event';
  readonly id: number;
}

export interface QuestionOption {
  /** Stable, and never used again in its question. */
  readonly id: number;
  readonly label: string;
}

/** The words of a question in another language. */
export interface QuestionText {
  readonly label: string;
  readonly help?: string | undefined;
  /** The labels of all options, in their order. */
  readonly options?: readonly string[] | undefined;
}

/** What organizers say of a question. */
export interface QuestionFields {
  readonly kind: QuestionKind;
  readonly label: string;
  readonly help: string | null;
  /** Of `choice` and `choices`. */
  readonly options: readonly QuestionOption[];
  readonly is_required: boolean;
  /** As diet, access or health: for `people:contacts` only, and deleted 30 days after the end. */
  readonly is_sensitive: boolean;
  readonly translations: Translations<QuestionText>;
}

/** A live question, as everyone sees it. */
export interface FormQuestion extends QuestionFields {
  readonly id: number;
}

/** A live question, as organizers see it. */
export interface StoredQuestion extends FormQuestion {
  /** The question with answers that it replaced. */
  readonly replaces: number | null;
  readonly answer_count: number;
}

/** The live questions in their order. The version is made of them: another after each edit. */
export interface Form {
  readonly form_questions: readonly StoredQuestion[];
  readonly version: number;
}

/** Text; the id of an option, or several; or yes or no. */
export type AnswerValue = string | number | readonly number[] | boolean;

export interface Answer {
  readonly question_id: number;
  readonly value: AnswerValue;
}

/** One's own answers to live questions, and the ids of the required questions without one. */
export interface OwnAnswers {
  readonly answers: readonly Answer[];
  readonly answers_missing: readonly number[];
}

/** An answer with the words that it answered; of options, their labels. */
export interface ReadAnswer {
  readonly question_id: number;
  readonly label: string;
  readonly value: string | readonly string[] | boolean;
}

/** The column of a question in a file. The id tells questions with one label apart. */
export const answerColumn = ({ id, label }: { readonly id: number; readonly label: string }) =>
  `${label} (${id})`;

/** Answers as cells of a row, by their columns. */
export const answerCells = (answers: readonly ReadAnswer[]): Record<string, string | boolean> =>
  Object.fromEntries(
    answers.map(({ question_id: id, label, value }) => [
      answerColumn({ id, label }),
      typeof value === 'object' ? value.join('; ') : value,
    ]),
  );

/** All answers in one cell, each in a line. */
export const answersText = (answers: readonly ReadAnswer[]): string =>
  answers.map(({ label, value }) => `${label} ${[value].flat().join('; ')}`).join('\n');
