import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.tsx';
import { t } from './lib/text.ts';
import {
  Button,
  type Listed,
  Mark,
  Pending,
  type Read,
  Rows,
  type Titled,
  type Tone,
} from './parts.tsx';

/** The name of a screen, and buttons beside it. */
export const Head = ({ title, more, children }: Titled) => (
  <header class="head">
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {more && <p class="muted">{more}</p>}
    </div>
    {children}
  </header>
);
export const Section = ({ title, children }: Titled) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
);

interface LinesProps<R> {
  readonly title: string;
  readonly of: readonly R[];
  /** Of one card, or each a card of its own. */
  readonly kind?: 'card' | 'entries';
  children(row: R): ComponentChildren;
}
/** Lines below a title, if there are any. */
export const Lines = <R,>({ title, of, kind = 'card', children }: LinesProps<R>) =>
  of.length > 0 && (
    <Section title={title}>
      <ul class={kind}>{of.map(children)}</ul>
    </Section>
  );

interface ListProps<R> {
  readonly title: string;
  readonly of: Listed<R>;
  readonly none?: string;
  children(row: R): ComponentChildren;
}
/** A list by page, as lines of a card. */
export const List = <R,>({ title, of, none, children }: ListProps<R>) => (
  <Section title={title}>
    <Rows of={of} none={none}>
      {(rows) => <ul class="card">{rows.map(children)}</ul>}
    </Rows>
  </Section>
);

interface ChoiceProps<T> {
  readonly kind: 'segment' | 'chips';
  readonly label: string;
  readonly of: readonly { value: T; text: string; icon?: IconName; color?: string | undefined }[];
  readonly chosen: T;
  choose(value: T): void;
}
/** One of a few, side by side. */
export const Choice = <T extends string>({ kind, label, of, ...now }: ChoiceProps<T>) => (
  <fieldset class={kind} aria-label={label}>
    {of.map(({ value, ...one }) => {
      const isPressed = value === now.chosen;
      return <Button key={value} {...one} isPressed={isPressed} run={() => now.choose(value)} />;
    })}
  </fieldset>
);

export interface Named {
  readonly first_name: string;
  readonly last_name?: string | null;
  readonly photo_url: string | null;
}
export const nameOf = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ');
export const Photo = ({ of: { photo_url, first_name } }: { of: Named }) =>
  photo_url ? (
    <img class="photo" src={photo_url} alt="" />
  ) : (
    <span class="photo" aria-hidden="true">
      {first_name.slice(0, 1)}
    </span>
  );

interface LineProps extends Titled {
  readonly of?: Named | undefined;
  readonly icon?: IconName;
  readonly tone?: Tone | undefined;
  /** What the title is, where it is not a name. */
  readonly above?: string;
  readonly end?: ComponentChildren;
  readonly isMarked?: boolean;
  readonly color?: string | undefined;
  readonly open?: (() => void) | undefined;
}
/** A line of a card: a photo or an icon, a title that may open something, and more beside it. */
export const Line = ({ of, icon, tone, open, title, children, end, ...is }: LineProps) => (
  <li class={is.isMarked ? 'line marked' : 'line'} style={{ '--track': is.color }}>
    {of ? <Photo of={of} /> : icon && <Tile of={icon} tone={tone} />}
    <div>
      {is.above && <small>{is.above}</small>}
      {open ? <Button kind="link" text={title} run={open} /> : <b>{title}</b>}
      {is.more && <small>{is.more}</small>}
      {children}
    </div>
    {end ?? (open && <Icon of="chevron-right" />)}
  </li>
);
export const Tile = ({ of, tone = '' }: { of: IconName; tone?: string | undefined }) => (
  <span class={`tile ${tone}`}>
    <Icon of={of} />
  </span>
);

interface CodeProps {
  readonly of: { readonly qr_svg: string; readonly code: string };
  readonly label: string;
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}
/** A code to scan or to type: black on white, whatever the colors of the messenger. */
export const CodeCard = ({ of: { qr_svg, code }, label, foot, children }: CodeProps) => (
  <figure class="ticket">
    {children}
    {/* Never as markup: an SVG in an image runs nothing. */}
    <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`} alt={label} />
    <figcaption>
      <code dir="ltr">{code}</code>
      {foot}
    </figcaption>
  </figure>
);

interface TicketProps extends Titled {
  readonly of: Read<CodeProps['of'] & { readonly status: string }>;
  readonly label: string;
}
/** A ticket for the door of the conference or of an event. */
export function Ticket({ of, label, title, more, children }: TicketProps) {
  if (!of.data) return <Pending of={of} />;
  const status = t(`ticket.${of.data.status as 'registered'}`);
  return (
    <CodeCard of={of.data} label={label} foot={children}>
      <header>
        <div>
          <h2>{title}</h2>
          <p>{more}</p>
        </div>
        <Mark kind="tag" icon="check" text={status} />
      </header>
    </CodeCard>
  );
}
