import { TASK_TYPES } from '../../../src/domain/quests/task-types/task-type.ts';
import { AUTOMATIC_TYPES, ruleOf } from '../../../src/domain/quests/task-types/task-types.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const sorted = (types: readonly string[]) => [...new Set(types)].sort();

/** The types that a definition compares the type of a task with. */
const typesIn = (definition: string) => {
  const lists = [...definition.matchAll(/\btype (?:=|in) ([^;]*?)(?:\)|\sand\s|$)/gi)];
  return sorted(lists.flatMap(([, list = '']) => list.match(/(?<=')[a-z_]+(?=')/g) ?? []));
};

async function definitionsOf(sql: string): Promise<Map<string, string>> {
  const { rows } = await api.db.raw(sql);
  return new Map(rows.map(({ name, text }: { name: string; text: string }) => [name, text]));
}

describe('what the database says of types of task', () => {
  const checks = () =>
    definitionsOf(`
      select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
       where conrelid = 'quest_tasks'::regclass and contype = 'c'
         and pg_get_constraintdef(oid) ~ '\\ytype = '`);

  it('in the checks of quest_tasks is every type, and the types with an answer', async () => {
    const found = [...(await checks()).values()];
    const answers = found.filter((text) => text.includes('answer_encrypted'));
    expect(answers.map(typesIn)).toEqual([
      sorted(TASK_TYPES.filter((type) => ruleOf(type).answer !== undefined)),
    ]);
    const others = found.filter((text) => !answers.includes(text));
    expect(others.map(typesIn)).toEqual([sorted(TASK_TYPES)]);
  });

  it('in the functions that note due pendingAwards is every automatic type', async () => {
    const functions = await definitionsOf(`
      select proname as name, pg_get_functiondef(oid) as text from pg_proc
       where prokind = 'f' and prosrc like '%insert into due_settlements%'`);
    const { note_due_participants_of_quest: ofQuest, ...ofFacts } = Object.fromEntries(functions);
    expect(typesIn(ofQuest ?? '')).toEqual(sorted(AUTOMATIC_TYPES));
    expect(sorted(Object.values(ofFacts).flatMap(typesIn))).toEqual(sorted(AUTOMATIC_TYPES));
  });

  it('in the trigger of a new task is every automatic type', async () => {
    const triggers = await definitionsOf(`
      select tgname as name, pg_get_triggerdef(oid) as text from pg_trigger
       where tgrelid = 'quest_tasks'::regclass and tgname = 'quest_tasks_due'`);
    expect([...triggers.values()].map(typesIn)).toEqual([sorted(AUTOMATIC_TYPES)]);
  });
});
