import { initialsOf } from '../lib/person.ts';

interface Props {
  readonly name: string;
  readonly photo_url: string | null | undefined;
}

/** The photo beside a name, or its first letters. */
export const Avatar = ({ name, photo_url }: Props) =>
  photo_url ? (
    <img class="avatar" src={photo_url} alt="" loading="lazy" />
  ) : (
    <span class="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
