import { invalid } from '../../../errors.ts';
import type { ConferenceRows } from '../../administration/conference-rows.ts';
import type { SentProof, Verdict } from '../submissions.ts';
import { code, external, link, photo, poll, quiz, text } from './answered.ts';
import { conferenceRegistration, connections, eventAttendance, profile } from './automatic.ts';
import {
  type GivenAnswer,
  type Known,
  TASK_TYPES,
  type TaskRule,
  type TaskType,
} from './task-type.ts';

/** The rule of each type of task. */
const TASK_RULES = {
  link,
  text,
  photo,
  code,
  quiz,
  poll,
  connections,
  event_attendance: eventAttendance,
  conference_registration: conferenceRegistration,
  profile,
  external,
} satisfies Readonly<Record<TaskType, TaskRule<object>>>;
type TaskRules = typeof TASK_RULES;

/** The compiler does not relate a type to its settings across the table. */
export const ruleOf = (type: TaskType): TaskRule<object> => TASK_RULES[type];

/** The public settings of each type, with every default filled in. */
export type TaskConfigs = { readonly [T in TaskType]: Parameters<TaskRules[T]['verify']>[0] };

/** The type of a task with its settings. */
export type TaskKind = {
  [T in TaskType]: { readonly type: T; readonly config: TaskConfigs[T] };
}[TaskType];

/** The types that facts in the database fulfill. */
export type AutomaticType = {
  [T in TaskType]: TaskRules[T]['verification'] extends 'automatic' ? T : never;
}[TaskType];
export const AUTOMATIC_TYPES: readonly AutomaticType[] = TASK_TYPES.filter(
  (type): type is AutomaticType => ruleOf(type).verification === 'automatic',
);

type Settings = TaskConfigs[TaskType];
type NamesIn<S> = S extends unknown ? keyof S : never;
type ValueIn<S, K> = S extends unknown ? (K extends keyof S ? S[K] : never) : never;

/** Settings as an administrator gives them, of any type: those of the task's type count. */
export type GivenConfig = GivenAnswer & {
  readonly [K in NamesIn<Settings>]?: ValueIn<Settings, K> | undefined;
};

/** The event and the conference that settings name; without a conference, that of the quest counts. */
export const placesOf = ({ event_id, conference_id }: GivenConfig = {}): ConferenceRows => ({
  event: event_id,
  conference: conference_id ?? undefined,
});

export interface TaskSettings {
  readonly kind: TaskKind;
  /** What to encrypt; undefined where none is given. */
  readonly answer: string | undefined;
}

/**
 * The settings of a task after a change: what is given, else what the task has, else the default.
 *
 * @param before undefined for a new task
 * @throws AppError VALIDATION_ERROR naming the field
 */
export function settingsOf(
  type: TaskType,
  given: GivenConfig,
  {
    before,
    quest,
  }: {
    readonly before?: TaskKind;
    readonly quest: Parameters<TaskRule<object>['defaults']>[0];
  },
): TaskSettings {
  const rule = ruleOf(type);
  const defaults = rule.defaults(quest);
  const kept = before?.type === type ? before.config : {};
  const wanted: Readonly<Record<string, unknown>> = { ...defaults, ...kept, ...defined(given) };
  const config: Record<string, unknown> = {};
  for (const name of Object.keys(defaults)) {
    if (wanted[name] === undefined)
      throw invalid(`config.${name}`, `expected a value for a task of type ${type}`, 'required');
    config[name] = wanted[name];
  }
  rule.check?.(config);
  const answer = rule.answer?.stored(given);
  if (answer !== undefined) rule.answer?.check?.(config, answer);
  return { kind: { type, config } as TaskKind, answer };
}

const defined = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/**
 * Decides whether a proof completes a task.
 * @throws AppError VALIDATION_ERROR naming the field; WRONG_ANSWER; TASK_NOT_FULFILLED
 */
export const verify = ({ type, config }: TaskKind, sent: SentProof, known: Known): Verdict =>
  ruleOf(type).verify(config, sent, known);
