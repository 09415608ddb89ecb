import { invalid } from '../../errors.ts';
import type { Changes } from '../changes.ts';
import type { Option, TaskConfigs, TaskKind, TaskType } from './quest-tasks.ts';
import { answerOfOptions, optionsOfAnswer } from './verifiers/quiz.ts';

/** Settings as an administrator gives them, of any type: those of the task's type count. */
export type GivenConfig = Changes<
  TaskConfigs['link'] &
    TaskConfigs['text'] &
    TaskConfigs['quiz'] &
    TaskConfigs['poll'] &
    TaskConfigs['connections'] &
    TaskConfigs['event_attendance'] &
    TaskConfigs['conference_registration'] &
    TaskConfigs['profile'] & {
      /** Folded. */
      readonly code: string;
      readonly correct_option_ids: readonly string[];
    }
>;

/** The settings of each type with their defaults; undefined for one that must be given. */
const SETTINGS: {
  readonly [T in TaskType]: { readonly [K in keyof TaskConfigs[T]]: TaskConfigs[T][K] | undefined };
} = {
  link: { url: undefined },
  text: { min_length: 1, max_length: 4_000 },
  photo: {},
  code: {},
  quiz: { options: undefined, multiple: false, max_tries: 3 },
  poll: { options: undefined, results: 'always' },
  connections: { count: undefined },
  event_attendance: { event_id: undefined, when: 'registered' },
  conference_registration: { conference_id: undefined, when: 'registered' },
  profile: { fields: undefined },
  external: {},
};

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
  before: TaskKind | undefined,
): TaskSettings {
  const kept = before?.type === type ? before.config : {};
  const wanted: Readonly<Record<string, unknown>> = {
    ...SETTINGS[type],
    ...kept,
    ...defined(given),
  };
  const config: Record<string, unknown> = {};
  for (const name of Object.keys(SETTINGS[type])) {
    if (wanted[name] === undefined)
      throw invalid(`config.${name}`, `expected a value for a task of type ${type}`);
    config[name] = wanted[name];
  }
  // The compiler does not relate `type` and `config` across the table.
  const kind = { type, config } as TaskKind;
  checkSettings(kind);
  return { kind, answer: answerOf(kind, given) };
}

const defined = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

function checkSettings({ type, config }: TaskKind): void {
  if (type === 'text' && config.min_length > config.max_length)
    throw invalid('config.min_length', 'expected at most max_length');
  if (type !== 'quiz' && type !== 'poll') return;
  if (new Set(idsOf(config.options)).size < config.options.length)
    throw invalid('config.options', 'expected options with different ids');
}

function answerOf(kind: TaskKind, { code, correct_option_ids }: GivenConfig): string | undefined {
  if (kind.type === 'code') return code;
  if (kind.type !== 'quiz' || correct_option_ids === undefined) return undefined;
  const answer = answerOfOptions([...new Set(correct_option_ids)]);
  checkAnswer(kind, answer);
  return answer;
}

/**
 * Checks that a quiz can be answered.
 * @throws AppError VALIDATION_ERROR for a correct option that does not exist, or several of them
 *   where users choose one
 */
export function checkAnswer({ type, config }: TaskKind, answer: string): void {
  if (type !== 'quiz') return;
  const known = idsOf(config.options);
  const correct = optionsOfAnswer(answer);
  if (!correct.every((id) => known.includes(id)))
    throw invalid('config.correct_option_ids', 'expected ids of config.options');
  if (correct.length > 1 && !config.multiple)
    throw invalid('config.correct_option_ids', 'expected one id, or multiple: true');
}

/** The options of a poll that a change removes. */
export function removedOptions(before: TaskKind, after: TaskKind): readonly string[] {
  if (before.type !== 'poll' || after.type !== 'poll') return [];
  const kept = new Set(idsOf(after.config.options));
  return idsOf(before.config.options).filter((id) => !kept.has(id));
}

const idsOf = (options: readonly Option[]): readonly string[] => options.map(({ id }) => id);
