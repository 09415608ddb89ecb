import { type ComponentChildren, toChildArray } from 'preact';
import { More } from './more.tsx';

interface Props {
  readonly title: string;
  /** Below the title. */
  readonly about?: ComponentChildren;
  /** The state of what the page shows. */
  readonly tag?: ComponentChildren;
  /** The buttons beside the primary one: on a phone behind one button, unless there is one in all. */
  readonly others?: readonly ComponentChildren[];
  /** The primary button. */
  readonly children?: ComponentChildren;
}

/** The title of a page, and what can be done with all that it shows. */
export function Head({ title, about, tag, others, children }: Props) {
  const all = toChildArray(others);
  const isAlone = all.length + toChildArray(children).length === 1;
  return (
    <header class="bar">
      <div class="grow">
        <h1 tabIndex={-1}>{title}</h1>
        {about && <p class="muted">{about}</p>}
      </div>
      {tag}
      {isAlone ? all : <More>{all}</More>}
      {children}
    </header>
  );
}
