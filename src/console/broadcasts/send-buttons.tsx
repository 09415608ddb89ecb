import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { isRefusal } from '../../client/api-error.ts';
import type { JobPreview } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { More } from '../parts/more.tsx';
import { say } from '../parts/toasts.tsx';
import type { Content } from './content.ts';
import { TestOnOne } from './test-on-one.tsx';
import { timeText } from './times.ts';
import { isWritten, textIn } from './use-reach.ts';
import type { Saving } from './use-saving.ts';

interface Props {
  /** The id of the form that they save and send. */
  readonly form: string;
  readonly saving: Saving;
  readonly content: Content;
  /** Of the text that is shown, which is tested. */
  readonly language: string | null;
  readonly reach: JobPreview | undefined;
  readonly conference: Conference;
}

/** Tests and saves what is written, or asks before it is sent; the last one says the result. */
export function SendButtons({ form, saving, content, language, reach, conference }: Props) {
  const may = useMay();
  const { base, isBusy } = saving;
  const { anchor } = content;
  const when = timeText(content, conference);
  const count = reach?.count ?? 0;
  const schedule = when && !anchor && t('compose.schedule.for', { time: when });
  const maySend = may('broadcasts:send');
  const mayTest = isWritten(textIn(content, language));
  const [isTesting, setTesting] = useState(false);
  const test = useMutation({
    mutationFn: () =>
      api.call('testBroadcastOnMe', {
        body: {
          ...textIn(content, language),
          action_url: content.action_url,
          start: content.start,
        },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => say(t('compose.tested')),
  });
  const save = base?.status !== 'scheduled' && (
    <button
      type="button"
      form={form}
      class={maySend ? 'btn' : 'btn primary'}
      disabled={isBusy}
      onClick={({ currentTarget }) => {
        if (currentTarget.form?.reportValidity() && queries.isMutating() === 0) saving.save();
      }}
    >
      {t('compose.save')}
    </button>
  );
  return (
    <>
      <div class="buttons docked">
        <More>
          <button
            type="button"
            class="btn"
            disabled={!mayTest}
            onClick={() => queries.isMutating() === 0 && test.mutate()}
          >
            <Icon name="send" />
            {t('compose.test')}
          </button>
          <button type="button" class="btn" disabled={!mayTest} onClick={() => setTesting(true)}>
            {t('compose.test.other')}
          </button>
          {maySend && save}
        </More>
        {maySend ? (
          <button type="submit" form={form} class="btn primary" disabled={isBusy}>
            {schedule || counted(when ? 'compose.schedule' : 'compose.send', count)}
          </button>
        ) : (
          save
        )}
      </div>
      {test.error && (
        <div class="note bad" role="alert">
          <p>{sentenceOf(test.error)}</p>
          {isRefusal(test.error, 'testBroadcastOnMe', 'NO_CHAT') && (
            <p>{t('compose.test.missing')}</p>
          )}
        </div>
      )}
      {isTesting && <TestOnOne content={content} close={() => setTesting(false)} />}
    </>
  );
}
