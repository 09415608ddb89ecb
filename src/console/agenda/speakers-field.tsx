import { useState } from 'preact/hooks';
import { t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { Later } from '../parts/later.tsx';

interface Props {
  /** Of the conference. */
  readonly speakers: readonly { readonly id: number; readonly name: string }[];
  /** The ids that the form begins with. */
  readonly first: readonly number[];
}

/** The speakers of an item, in the order in which they were added: each is a field `speaker` with an id. */
export function SpeakersField({ speakers, first }: Props) {
  const [ids, setIds] = useState(first);
  const chosen = ids.flatMap((id) => speakers.find((one) => one.id === id) ?? []);
  const others = speakers.filter(({ id }) => !ids.includes(id));
  return (
    <section class="part">
      <h3>{t('agenda.field.speaker_ids')}</h3>
      <div class="row">
        {chosen.map(({ id, name }) => (
          <span key={id} class="chip on">
            <input type="hidden" name="speaker" value={id} />
            {name}
            <button
              type="button"
              class="btn quiet only"
              aria-label={t('agenda.speaker.remove', { name })}
              onClick={({ currentTarget: { form } }) => {
                setIds(ids.filter((one) => one !== id));
                // As a choice does: the form has changed.
                form?.dispatchEvent(new Event('input', { bubbles: true }));
              }}
            >
              <Icon name="x" />
            </button>
          </span>
        ))}
        {others.length > 0 && (
          <select
            class="chip add"
            aria-label={t('agenda.speaker.add')}
            value=""
            onChange={({ currentTarget: { value } }) => setIds([...ids, Number(value)])}
          >
            <option value="">{t('agenda.speaker.add')}</option>
            <Later>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Later>
          </select>
        )}
      </div>
    </section>
  );
}
