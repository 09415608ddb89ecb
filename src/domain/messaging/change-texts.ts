import type { MessageText } from './languages.ts';
import type { NoticeArgs, NoticedThing } from './notice-args.ts';
import { line, render, thingLine, type variantOf } from './notice-texts.ts';

/** The types of notices that newer ones of the same thing replace. */
export type ChangeType =
  | 'event_updated'
  | 'event_cancelled'
  | 'agenda_item_updated'
  | 'agenda_item_cancelled'
  | 'conference_updated'
  | 'conference_cancelled';

/** What the changes of a notice come to once they are merged with those of the notice before. */
type Variant = ReturnType<typeof variantOf>;

/** The texts of a notice for each of its variants: only the database knows what it is merged with. */
export type VariantTexts = Readonly<Record<Variant, MessageText>>;

const EXAMPLES = {
  changed: { starts_at: { from: 0, to: 1 } },
  revived: { status: { from: 'cancelled', to: 'approved' } },
  back: {},
} as const;

export function variantTexts<T extends ChangeType>(
  type: T,
  args: Omit<NoticeArgs<T>, 'changes'>,
): VariantTexts {
  const text = (variant: Variant): MessageText => {
    const { title, body } = render(
      type,
      { ...args, changes: EXAMPLES[variant] } as unknown as NoticeArgs<T>,
      'en',
    );
    return { title, body };
  };
  return { changed: text('changed'), revived: text('revived'), back: text('back') };
}

/** The title of a notice of many things, and its last line if it names none of them. */
export const programmeTexts = (conference: string | null) => ({
  title: render('programme_changed', { conference: null, lines: [], more: 0 }, 'en').title,
  look_again: conference === null ? null : line('look_again', 'en', { conference }),
});

/** A thing as a line of a notice of many. */
export const englishLine = (thing: NoticedThing): string => thingLine(thing, 'en');
