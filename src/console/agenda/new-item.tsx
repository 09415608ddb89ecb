import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { timeText } from '../lib/wall-time.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { fieldsIn, ItemFields, type Program } from './item-fields.tsx';
import type { Slot } from './slots.tsx';

interface Props {
  readonly day: string;
  /** What was chosen in the grid. */
  readonly slot?: Slot | undefined;
  readonly program: Program;
  readonly close: () => void;
}

/** Adds an item to the agenda. Nobody is notified: no one can keep an item that did not exist. */
export function NewItem({ day, slot, program, close }: Props) {
  const { room, from, to } = slot ?? { room: null, from: 9 * 60, to: 9 * 60 + 45 };
  const { conference_id, clock } = program;
  // One for the draft, not for the click: pressed twice, it is made once.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const create = useMutation({
    mutationFn: (form: FormData) =>
      api.call('createAgendaItem', {
        body: { conference_id, ...fieldsIn(form, program) },
        idempotencyKey,
      }),
    onSuccess: ({ title }) => {
      say(t('agenda.added', { title }));
      close();
      return queries.invalidateQueries({ queryKey: ['agenda'] });
    },
  });
  return (
    <FormDialog
      title={t('agenda.new')}
      close={close}
      submit={t('agenda.add')}
      send={create.mutate}
      change={() => setKey(crypto.randomUUID())}
      isBusy={create.isPending}
      problem={create.error}
    >
      <ItemFields
        first={{
          title: '',
          description: null,
          kind: 'talk',
          track: null,
          room,
          starts_at: clock.instant(day, timeText(from)),
          ends_at: clock.instant(day, timeText(to)),
          status: 'scheduled',
          speaker_ids: [],
          language: null,
          url: null,
          links: [],
          questions: 'off',
          questions_until: null,
        }}
        program={program}
      />
    </FormDialog>
  );
}
