import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ReminderTemplate } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { Actions, EmptyList, Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import type { PartProps } from './part-props.ts';
import { keyOf, ReminderForm, SendReminder } from './reminder-forms.tsx';

type Opened =
  | { readonly what: 'write'; readonly template: ReminderTemplate | undefined }
  | { readonly what: 'send'; readonly template: ReminderTemplate };

/** The texts that remind participants, and one of them sent now or at a time. */
export function Reminders({ quest, conference }: PartProps) {
  const may = useMay();
  const questId = quest.id;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const list = useQuery({
    queryKey: keyOf(questId),
    queryFn: () => api.call('listReminderTemplates', { params: { questId } }),
  });
  const templates = list.data?.templates ?? [];
  return (
    <>
      <div class="bar">
        <p class="muted">{t('quests.reminder.values')}</p>
        <Actions>
          {may('quests:write') && (
            <button
              type="button"
              class="btn primary"
              onClick={() => setOpened({ what: 'write', template: undefined })}
            >
              <Icon name="plus" />
              {t('quests.reminder.new')}
            </button>
          )}
        </Actions>
      </div>
      {list.error && <Failure error={list.error} again={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data && templates.length === 0 && <EmptyList title={t('quests.reminder.none')} />}
      <ul class="cards">
        {templates.map((template) => (
          <li key={template.id}>
            <Template template={template} quest={quest.title} open={setOpened} />
          </li>
        ))}
      </ul>
      {opened?.what === 'write' && (
        <ReminderForm questId={questId} template={opened.template} close={close} />
      )}
      {opened?.what === 'send' && (
        <SendReminder
          quest={quest}
          conference={conference}
          template={opened.template}
          close={close}
        />
      )}
    </>
  );
}

interface TemplateProps {
  readonly template: ReminderTemplate;
  /** The title of the quest, which is that of a reminder without one. */
  readonly quest: string;
  readonly open: (opened: Opened) => void;
}

function Template({ template, quest, open }: TemplateProps) {
  const may = useMay();
  const { id: templateId, quest_id: questId, name, title, body, is_default, version } = template;
  const change = useMutation({
    mutationFn: async (to: 'default' | 'deleted') => {
      const params = { questId, templateId };
      if (to === 'default') await api.call('setDefaultReminderTemplate', { params });
      else {
        await api.call('deleteReminderTemplate', { params, ifMatch: version });
        say(t('quests.deleted', { title: name }), () => restore(template));
      }
    },
    onError: (error) => say(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(questId) }),
  });
  return (
    <>
      <h2>
        {name} {is_default && <span class="tag good">{t('quests.reminder.default')}</span>}
      </h2>
      <p>
        <strong>{title ?? quest}</strong>
      </p>
      <p>{body}</p>
      <div class="buttons">
        {may('quests:remind') && (
          <button type="button" class="btn" onClick={() => open({ what: 'send', template })}>
            {t('quests.reminder.send')}
          </button>
        )}
        {may('quests:write') && (
          <>
            <button type="button" class="btn" onClick={() => open({ what: 'write', template })}>
              <Icon name="pencil" />
              {t('quests.change')}
            </button>
            {!is_default && (
              <>
                <button type="button" class="btn" onClick={() => change.mutate('default')}>
                  {t('quests.reminder.set-default')}
                </button>
                <button type="button" class="btn bad" onClick={() => change.mutate('deleted')}>
                  <Icon name="trash-2" />
                  {t('quests.delete')}
                </button>
              </>
            )}
          </>
        )}
      </div>
    </>
  );
}

async function restore({ quest_id: questId, name, title, body, translations }: ReminderTemplate) {
  await api
    .call('createReminderTemplate', {
      params: { questId },
      body: { name, title, body, translations },
    })
    .catch((error: unknown) => say(sentenceOf(error)));
  await queries.invalidateQueries({ queryKey: keyOf(questId) });
}
