import { useQuery } from '@tanstack/preact-query';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { possibleAnswers } from './answer-filter.tsx';
import { answerKey, type Titles } from './audience.ts';

/** They change rarely, and counting the users of each filter costs the service a while. */
const FRESH_MS = 60_000;
const PAGE = 100;

interface Choice {
  readonly id: number;
  readonly title: string;
}
const NONE: readonly Choice[] = [];

async function readEvents(conference_id: number): Promise<readonly Choice[]> {
  const events: Choice[] = [];
  const params = { conference_id, limit: PAGE };
  for await (const { id, title } of api.rows('listEvents', { params })) events.push({ id, title });
  return events;
}

async function readQuests(conference_id: number): Promise<readonly Choice[]> {
  const quests: Choice[] = [];
  const params = { conference_id, state: 'all', limit: PAGE } as const;
  for await (const { id, title } of api.rows('listQuests', { params })) quests.push({ id, title });
  return quests;
}

/** What audiences and buttons choose from. A key for broadcasts alone reads what the public reads. */
export function useChoices({ id }: Conference) {
  const filters = useQuery({
    queryKey: ['audience', 'filters'],
    queryFn: () => api.call('listAudienceFilters'),
    staleTime: FRESH_MS,
  });
  const events = useQuery({
    queryKey: ['audience', 'events', id],
    queryFn: () => readEvents(id),
    staleTime: FRESH_MS,
  });
  const quests = useQuery({
    queryKey: ['audience', 'quests', id],
    queryFn: () => readQuests(id),
    staleTime: FRESH_MS,
  });
  const form = useQuery({
    queryKey: ['forms', { conference_id: id }],
    queryFn: () => api.call('getConferenceForm', { params: { conference_id: id } }),
    staleTime: FRESH_MS,
    enabled: useMay()('attendees:read'),
  });
  const answers = possibleAnswers(form.data?.form_questions ?? []);
  const titles: Titles = new Map([
    ...(events.data ?? []).map((one) => [`event ${one.id}`, one.title] as const),
    ...(quests.data ?? []).map((one) => [`quest ${one.id}`, one.title] as const),
    ...answers.map((one) => [answerKey(one), one.text] as const),
  ]);
  return {
    filters: filters.data,
    events: events.data ?? NONE,
    quests: quests.data ?? NONE,
    answers,
    titles,
    error: filters.error ?? events.error ?? quests.error,
  };
}
export type Choices = ReturnType<typeof useChoices>;
