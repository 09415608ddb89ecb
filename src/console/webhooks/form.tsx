import { useQuery } from '@tanstack/preact-query';
import type { IssuedWebhook, Webhook, WebhookChange } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { EditDialog } from '../parts/edit-dialog.tsx';
import { Check, Choice, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { kindText } from './words.tsx';

export const refreshWebhooks = () => queries.invalidateQueries({ queryKey: ['webhooks'] });

type Fields = Required<Pick<WebhookChange, 'url' | 'kinds' | 'description'>>;

interface Props {
  /** As it was read when the form opened; undefined for a new one. */
  readonly webhook?: Webhook;
  readonly conference: Pick<Conference, 'id' | 'name'>;
  readonly close: () => void;
  /** The only time that the secret is seen. */
  readonly made: (issued: IssuedWebhook) => void;
}

const PLACES = ['here', 'all'] as const;

/** Where messages go, and what they tell. */
export function WebhookForm({ webhook, conference, close, made }: Props) {
  const kinds = useQuery({
    queryKey: ['webhook-kinds'],
    queryFn: () => api.call('listWebhookKinds', { params: {} }),
  });
  const chosen = webhook?.kinds ?? [];
  let place: (typeof PLACES)[number] = 'here';
  return (
    <EditDialog<Fields, Webhook>
      title={webhook ? t('webhooks.edit') : t('webhooks.make')}
      read={webhook}
      close={close}
      fieldsOf={(form) => {
        place = form.get('where') === 'all' ? 'all' : 'here';
        return {
          url: textOf(form, 'url'),
          description: textOf(form, 'description') || null,
          kinds: form.getAll('kinds') as Fields['kinds'],
        };
      }}
      save={async (changes, { ifMatch }) => {
        if (webhook) {
          const params = { id: webhook.id };
          return api.call('updateWebhook', { params, body: changes, ifMatch });
        }
        const conference_id = place === 'all' ? null : conference.id;
        const issued = await api.call('createWebhook', {
          body: { ...(changes as Fields), conference_id },
        });
        // Above the form, which closes itself.
        setTimeout(() => made(issued));
        return issued;
      }}
      saved={(row, undo) => {
        if (webhook) {
          say(t('webhooks.saved'), () =>
            api
              .call('updateWebhook', { params: { id: row.id }, body: undo, ifMatch: row.version })
              .catch((error: unknown) => say(sentenceOf(error)))
              .finally(refreshWebhooks),
          );
        }
        return refreshWebhooks();
      }}
      label={(field) => t(`webhooks.field.${field}`)}
    >
      <TextField
        name="url"
        type="url"
        label={t('webhooks.field.url')}
        value={webhook?.url}
        required
        maxLength={2_000}
      />
      <TextField
        name="description"
        label={t('webhooks.field.description')}
        value={webhook?.description}
        maxLength={200}
        placeholder={t('webhooks.example')}
      />
      {!webhook && (
        <Choice
          name="where"
          label={t('webhooks.where')}
          values={PLACES}
          textOf={(one) => (one === 'all' ? t('webhooks.where.all') : conference.name)}
        />
      )}
      <fieldset class="choices">
        <legend>{t('webhooks.field.kinds')}</legend>
        {kinds.isPending && <Loading />}
        {kinds.error && <Failure error={kinds.error} again={kinds.refetch} />}
        {kinds.data?.data
          .filter(({ scopes }) => scopes.length > 0)
          .map(({ kind, summary }) => (
            <Check
              key={kind}
              name="kinds"
              value={kind}
              isChecked={chosen.some((one) => one === kind)}
            >
              <span title={summary}>{kindText(kind)}</span>
            </Check>
          ))}
      </fieldset>
      <p class="muted">{t('webhooks.form.more')}</p>
    </EditDialog>
  );
}
