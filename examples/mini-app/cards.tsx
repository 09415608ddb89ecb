import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.tsx';
import type { Route } from './lib/route.ts';
import { t } from './lib/text.ts';
import { Button, Mark, Pending, type Read, State, type Titled, type Tone } from './parts.tsx';

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

interface Listed<R> extends Read<{ readonly rows: readonly R[] }> {
  readonly hasNextPage: boolean;
  fetchNextPage(): unknown;
}
interface RowsProps<R> {
  /** All rows, or a list by page. */
  readonly of: readonly R[] | Listed<R>;
  /** What is said without any. */
  readonly none?: string | undefined;
  children(rows: readonly R[]): ComponentChildren;
}
/** The rows of a list, and a button for the next page. */
export function Rows<R>({ of, none, children }: RowsProps<R>) {
  if ('length' in of) return <>{of.length === 0 && none ? <State title={none} /> : children(of)}</>;
  if (!of.data) return <Pending of={of} />;
  return (
    <>
      <Rows of={of.data.rows} none={none}>
        {children}
      </Rows>
      {of.hasNextPage && <Button text={t('state.more')} run={() => void of.fetchNextPage()} />}
    </>
  );
}
interface ListProps<R> extends Omit<RowsProps<R>, 'children'> {
  readonly title?: string;
  /** Lines of one card, or each a card of its own. */
  readonly kind?: 'card' | 'entries';
  children(row: R): ComponentChildren;
}
/** A list below its title. Without `none`, nothing is shown until there are rows. */
export function List<R>({ title, of, none, kind = 'card', children }: ListProps<R>) {
  const rows = 'length' in of ? of : of.data?.rows;
  if (!none && !rows?.length) return null;
  const list = (
    <Rows of={of} none={none}>
      {(shown) => <ul class={kind}>{shown.map(children)}</ul>}
    </Rows>
  );
  return title ? <Section title={title}>{list}</Section> : list;
}

interface ChoiceProps<T> {
  readonly kind: 'segment' | 'chips';
  readonly label: string;
  readonly of: readonly { value: T; text: string; icon?: IconName; color?: string | undefined }[];
  readonly chosen: T;
  choose(value: NoInfer<T>): void;
}
/** One of a few, side by side; nothing where there are none. */
export const Choice = <T extends string>({ kind, label, of, ...now }: ChoiceProps<T>) =>
  of.length > 0 && (
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
  readonly headline?: string | null;
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

interface LineProps extends Partial<Titled> {
  /** A person, with their own title. */
  readonly of?: Named | undefined;
  readonly icon?: IconName;
  readonly tone?: Tone | undefined;
  /** What the title is, where it is not a name. */
  readonly above?: string;
  readonly end?: ComponentChildren;
  readonly isMarked?: boolean;
  readonly color?: string | undefined;
  /** What the title opens, and what else is done before. */
  readonly to?: Route | false | undefined;
  readonly run?: () => void;
}
/** A line of a card: a photo or an icon, a title that may open something, and more beside it. */
export function Line({ of, icon, tone, children, end, to, run, ...is }: LineProps) {
  const { title = of ? nameOf(of) : '', more = of?.headline } = is;
  return (
    <li class={is.isMarked ? 'line marked' : 'line'} style={{ '--track': is.color }}>
      {of ? <Photo of={of} /> : icon && <Mark kind="tile" icon={icon} tone={tone} />}
      <div>
        {is.above && <small>{is.above}</small>}
        {to || run ? <Button kind="link" text={title} to={to} run={run} /> : <b>{title}</b>}
        {more && <small>{more}</small>}
        {children}
      </div>
      {end ?? (to && <Icon of="chevron-right" />)}
    </li>
  );
}

interface CodeProps {
  readonly of: Read<{ readonly qr_svg: string; readonly code: string }>;
  readonly label: string;
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}
/** A code to scan or to type: black on white, whatever the colors of the messenger. */
export function CodeCard({ of, label, foot, children }: CodeProps) {
  if (!of.data) return <Pending of={of} />;
  // Never as markup: an SVG in an image runs nothing.
  const image = `data:image/svg+xml,${encodeURIComponent(of.data.qr_svg)}`;
  return (
    <figure class="ticket">
      {children}
      <img class="qr" src={image} alt={label} />
      <figcaption>
        <code dir="ltr">{of.data.code}</code>
        {foot}
      </figcaption>
    </figure>
  );
}

interface TicketProps extends Titled {
  readonly of: Read<{ qr_svg: string; code: string; status: 'registered' | 'checked_in' }>;
  readonly label: string;
}
/** A ticket for the door of the conference or of an event. */
export const Ticket = ({ of, label, title, more, children }: TicketProps) => (
  <CodeCard of={of} label={label} foot={children}>
    <header>
      <div>
        <h2>{title}</h2>
        <p>{more}</p>
      </div>
      {of.data && <Mark kind="tag" icon="check" text={t(`ticket.${of.data.status}`)} />}
    </header>
  </CodeCard>
);
