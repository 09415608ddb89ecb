import type { AdminAgendaItem, QuestionMode } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import type { WallTime } from '../lib/wall-time.ts';
import { Choice } from '../parts/fields.tsx';
import { MomentInput } from '../parts/moment-input.tsx';

/** Moderated comes before open: nothing that no one has read belongs on a wall. */
export const MODES = ['off', 'moderated', 'open'] as const satisfies readonly QuestionMode[];

export const modeIn = (form: FormData): QuestionMode =>
  MODES.find((mode) => mode === form.get('questions')) ?? 'off';

/** Whether questions of a session are shown, when someone must approve them, and until when. */
export const ModeChoice = ({ value }: { value: QuestionMode }) => (
  <Choice
    name="questions"
    label={t('agenda.field.questions')}
    values={MODES}
    value={value}
    textOf={(mode) => t(`agenda.questions.${mode}`)}
  />
);

interface Props {
  readonly first: Pick<AdminAgendaItem, 'questions' | 'questions_until'>;
  readonly program: { readonly clock: WallTime; readonly timezone: string };
}

/** The questions of a session, in its form. */
export const QuestionsPart = ({ first, program }: Props) => (
  <section class="part">
    <h3>{t('agenda.part.questions')}</h3>
    <p class="muted">{t('agenda.questions.more')}</p>
    <ModeChoice value={first.questions} />
    <MomentInput
      name="questions_until"
      label={t('agenda.field.questions_until')}
      value={first.questions_until}
      clock={program.clock}
      timezone={program.timezone}
    />
  </section>
);
