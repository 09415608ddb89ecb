import { useRef } from 'preact/hooks';
import type { JobPreview } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { languageName, number, t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { Popover } from '../parts/popover.tsx';
import type { Choices } from './choices.ts';
import type { Content, Text } from './content.ts';
import { directionOf } from './direction.ts';
import { OpeningFields } from './opening-fields.tsx';
import { textIn, textName } from './use-reach.ts';

/** The longest texts that the service takes. */
const MAX_TITLE = 200;
const MAX_BODY = 4_000;
/** Those of the automatic texts. Others come from the readers. */
const LANGUAGES = ['de', 'es', 'ar', 'en'];
const VARIABLES = [
  'first_name',
  'last_name',
  'username',
  'conference_name',
  'event_title',
  'points',
] as const;
const QUEST_VARIABLES = ['quest_title', 'quest_progress'] as const;
const CHANNELS = ['in_app', 'messenger'] as const satisfies Content['channels'];

interface Props {
  readonly content: Content;
  readonly set: (change: Partial<Content>) => void;
  /** Of the text that is shown; null for the one that all others get. */
  readonly language: string | null;
  readonly show: (language: string | null) => void;
  readonly preview: JobPreview | undefined;
  readonly conference: Conference;
  readonly choices: Choices;
}

/** The text in each of its languages, what its button opens, and where it is sent. */
export function MessageCard(props: Props) {
  const { content, set, language, show, conference, choices } = props;
  const { translations } = content;
  return (
    <section class="card" aria-label={t('compose.body')}>
      <header>
        <h2>{t('compose.body')}</h2>
        <Languages {...props} />
      </header>
      <div
        class="body stack"
        // The browser can only point at a field that is shown.
        onInvalidCapture={({ currentTarget }) => {
          const first = currentTarget.querySelector<HTMLElement>('[data-language]:has(:invalid)');
          if (!first) return;
          first.hidden = false;
          show(first.dataset.language || null);
        }}
      >
        {[null, ...Object.keys(translations)].map((tag) => (
          <div key={tag ?? ''} data-language={tag ?? ''} hidden={tag !== language}>
            <TextFields
              tag={tag}
              text={textIn(content, tag)}
              hasQuest={content.audience.quest_id !== undefined}
              set={(text) =>
                set(tag === null ? text : { translations: { ...translations, [tag]: text } })
              }
            />
            {tag !== null && (
              <button
                type="button"
                class="btn quiet bad"
                onClick={() => {
                  const { [tag]: _, ...rest } = translations;
                  set({ translations: rest });
                  show(null);
                }}
              >
                {t('compose.language.remove', { language: languageName(tag) })}
              </button>
            )}
          </div>
        ))}
        <div class="pair">
          <OpeningFields content={content} set={set} conference={conference} choices={choices} />
          {content.channels.length > 0 && <Channels channels={content.channels} set={set} />}
        </div>
      </div>
    </section>
  );
}

/** Whose text is shown, with the number of its readers. */
function Languages({ content, set, language, show, preview, choices }: Props) {
  const { translations } = content;
  const tags = Object.keys(translations);
  const spoken = choices.filters?.language_codes.map(({ value }) => value) ?? [];
  const offered = [...new Set([...LANGUAGES, ...spoken])].filter((tag) => !tags.includes(tag));
  const countOf = (tag: string | null) =>
    preview?.languages?.find((one) => one.language === tag)?.count;
  return (
    <div class="row">
      {tags.length > 0 && (
        <div class="seg">
          {[null, ...tags].map((tag) => (
            <button
              key={tag ?? ''}
              type="button"
              aria-pressed={tag === language}
              onClick={() => show(tag)}
            >
              {textName(tag)}
              <span class="count">{number(countOf(tag) ?? 0)}</span>
            </button>
          ))}
        </div>
      )}
      <Popover
        class="btn only"
        label={t('compose.language.add')}
        button={<Icon name={tags.length > 0 ? 'plus' : 'languages'} />}
      >
        <ul>
          {offered.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => {
                  set({ translations: { ...translations, [tag]: { title: '', body: '' } } });
                  show(tag);
                }}
              >
                {languageName(tag)}
              </button>
            </li>
          ))}
        </ul>
      </Popover>
    </div>
  );
}

interface TextProps {
  readonly tag: string | null;
  readonly text: Text;
  /** Whether the audience names a quest, whose variables then have values. */
  readonly hasQuest: boolean;
  readonly set: (text: Text) => void;
}

function TextFields({ tag, text, hasQuest, set }: TextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const nameOf = (name: string) => (tag === null ? name : `${languageName(tag)}: ${name}`);
  const shown = { dir: directionOf(tag), ...(tag && { lang: tag }) };
  const insert = (variable: string) => {
    const element = area.current;
    if (!element) return;
    const { selectionStart, selectionEnd } = element;
    element.setRangeText(`{{${variable}}}`, selectionStart, selectionEnd, 'end');
    element.focus();
    // As if it were typed.
    element.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div class="stack">
      <label class="field">
        {nameOf(t('compose.title'))}
        <input
          {...shown}
          required
          maxLength={MAX_TITLE}
          autocomplete="off"
          value={text.title}
          onInput={(event) => set({ ...text, title: event.currentTarget.value })}
        />
      </label>
      <div>
        <label class="field">
          {nameOf(t('compose.text'))}
          <textarea
            {...shown}
            ref={area}
            required
            rows={6}
            maxLength={MAX_BODY}
            value={text.body}
            onInput={(event) => set({ ...text, body: event.currentTarget.value })}
          />
        </label>
        <small class="number">
          {t('compose.length', { count: text.body.length, most: MAX_BODY })}
        </small>
      </div>
      <div class="row">
        <small>{t('compose.insert')}</small>
        {[...VARIABLES, ...(hasQuest ? QUEST_VARIABLES : [])].map((variable) => (
          <button key={variable} type="button" class="chip" onClick={() => insert(variable)}>
            {t(`compose.variable.${variable}`)}
          </button>
        ))}
      </div>
      <small>{t('compose.variables')}</small>
    </div>
  );
}

function Channels({ channels, set }: Pick<Content, 'channels'> & Pick<Props, 'set'>) {
  const chosen = channels.length === 1 ? channels[0] : 'both';
  return (
    <label class="field">
      {t('compose.field.channels')}
      <select
        value={chosen}
        onChange={({ currentTarget }) =>
          set({
            channels: CHANNELS.filter(
              (one) => currentTarget.value === 'both' || currentTarget.value === one,
            ),
          })
        }
      >
        {(['both', ...CHANNELS] as const).map((one) => (
          <option key={one} value={one}>
            {t(`compose.channel.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
