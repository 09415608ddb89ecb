import { isRefusal } from '../../client/api-error.ts';
import type { JobPreview } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { counted, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Facts } from '../parts/facts.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { wordsOf } from './audience.ts';
import type { Choices } from './choices.ts';
import type { Content } from './content.ts';
import { openingText } from './opening-fields.tsx';
import { timeText } from './times.ts';
import { channelsText, textName } from './use-reach.ts';

/** What would be sent, with the service's count of whom it reaches now. */
export interface Checked {
  readonly content: Content;
  readonly preview: JobPreview;
}

interface Props extends Checked {
  readonly conference: Conference;
  readonly choices: Choices;
  readonly close: () => void;
  /** @param isForced also where the same broadcast was sent a moment ago */
  readonly send: (isForced: boolean) => void;
  readonly isBusy: boolean;
  readonly problem: unknown;
}

/** Says to whom, in which languages and when, before a broadcast leaves. */
export function ConfirmSend({
  content,
  preview,
  conference,
  choices,
  close,
  send,
  isBusy,
  problem,
}: Props) {
  const { audience, pin, channels } = content;
  const { count, languages, too_soon } = preview;
  const isAlone = channels.length === 0;
  const isDuplicate = isRefusal(problem, 'updateBroadcast', 'DUPLICATE_BROADCAST');
  const time = timeText(content, conference, choices.titles);
  const when = time ? t('compose.at', { time, zone: conference.timezone }) : t('compose.now');
  const submit = isAlone
    ? t('pin.show')
    : time
      ? counted('compose.schedule', count)
      : counted('compose.send', count);
  return (
    <FormDialog
      title={t('compose.confirm')}
      close={close}
      cancel={t('compose.back')}
      submit={isDuplicate ? t('compose.send.again') : submit}
      send={() => (count > 0 || isAlone) && send(isDuplicate)}
      isBusy={isBusy || (count === 0 && !isAlone)}
      problem={isDuplicate ? undefined : problem}
    >
      {!('conference_ids' in audience) && !('event_ids' in audience) && (
        <p class="note warn">{t('audience.all.warning')}</p>
      )}
      <Facts
        facts={[
          [t('compose.title'), content.title],
          [t('compose.readers'), wordsOf(audience, conference, choices.titles).join('\n')],
          [t('compose.reach'), `${counted('compose.people', count)}\n${channelsText(preview)}`],
          [
            t('compose.languages'),
            languages
              ?.map((one) => `${textName(one.language)}: ${counted('compose.people', one.count)}`)
              .join('\n') ?? t('compose.languages.same'),
          ],
          [t('compose.when'), when],
          [
            t('pin.title'),
            pin &&
              t(`pin.shown.${pin.visibility ?? 'registered'}`, {
                time: zoneOf(conference.timezone).moment(pin.until),
              }),
          ],
          [t('compose.opens'), openingText(content, choices)],
        ]}
      />
      {too_soon > 0 && <p class="note warn">{counted('compose.too-soon', too_soon)}</p>}
      {count === 0 && <p class="note warn">{t('compose.nobody')}</p>}
      {isDuplicate && (
        <p class="note warn" role="alert">
          {t('compose.duplicate')}
        </p>
      )}
    </FormDialog>
  );
}
