import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { Close, Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/fields.tsx';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';
import { Problem } from '../parts/problem.tsx';
import { useTicketTypes } from './ticket-types.ts';

const LAYOUTS = ['a6', 'label62'] as const;
const FORMATS = ['csv', 'xlsx'] as const;

interface Props {
  readonly conference: Conference;
  readonly close: () => void;
}

/** Badges to print, and the links by which guests claim their seats. */
export function Files({ conference, close }: Props) {
  const may = useMay();
  return (
    <Dialog title={t('attendees.files')} close={close}>
      <Badges conference={conference} />
      {may('attendees:write') && <ClaimLinks conference={conference} />}
      <Close close={close} />
    </Dialog>
  );
}

function Badges({ conference: { id, timezone } }: { conference: Conference }) {
  const clock = wallTimeOf(timezone);
  const [chosen, choose] = useState<BadgeFilter>({});
  return (
    <form
      class="downloads"
      data-passing
      onInput={(event) => {
        const form = new FormData(event.currentTarget);
        choose({
          layout: LAYOUTS.find((one) => one === form.get('layout')),
          ticket_type: String(form.get('ticket_type') ?? '') || undefined,
          since: momentOf(form, 'since', { clock }) ?? undefined,
        });
      }}
      onSubmit={(event) => event.preventDefault()}
    >
      <h3>{t('attendees.badges')}</h3>
      <Choice
        name="layout"
        label={t('attendees.badges.layout')}
        values={LAYOUTS}
        textOf={(one) => t(`attendees.badges.layout.${one}`)}
      />
      <Choice
        name="ticket_type"
        label={t('attendees.ticket-type')}
        values={['', ...useTicketTypes(id)]}
        textOf={(one) => one || t('filter.all')}
      />
      <MomentInput
        name="since"
        label={t('attendees.badges.since')}
        value={null}
        clock={clock}
        timezone={timezone}
      />
      <div class="buttons">
        <a class="btn primary" href={badgesUrl(id, chosen)} target="_blank" rel="noreferrer">
          {t('attendees.badges.open')}
        </a>
      </div>
    </form>
  );
}

type BadgeFilter = Omit<Parameters<typeof api.url<'listBadges'>>[1], 'conference_id'>;
const badgesUrl = (conference_id: number, filter: BadgeFilter) =>
  api.url('listBadges', { conference_id, ...filter });

function ClaimLinks({ conference: { id } }: { conference: Conference }) {
  const download = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const params = { conference_id: id, format };
      const answer = await api.file('exportClaimLinks', { params, body: { only: 'unclaimed' } });
      save(await answer.blob(), `claim-links.${format}`);
    },
  });
  return (
    <section class="downloads">
      <h3>{t('attendees.claim-links')}</h3>
      <p>{t('attendees.claim-links.more')}</p>
      <Problem error={download.error} />
      <div class="buttons">
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            class="btn"
            disabled={download.isPending}
            onClick={() => download.mutate(format)}
          >
            {t(`attendees.claim-links.${format}`)}
          </button>
        ))}
      </div>
    </section>
  );
}

/** A file that only a POST makes has no address to link to. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
