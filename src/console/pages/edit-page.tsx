import { useState } from 'preact/hooks';
import type { AdminInformationPage, PageMark } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { IMAGE_TYPES, useUpload } from '../media/upload-image.ts';
import { UploadProgress } from '../media/upload-progress.tsx';
import { Close, Dialog } from '../parts/dialog.tsx';
import { EditDialog, type Sending } from '../parts/edit-dialog.tsx';
import { TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { PageText } from '../parts/page-text.tsx';
import { Problem } from '../parts/problem.tsx';
import { say } from '../parts/toasts.tsx';
import { MapMarks, MapPicture } from './map-marks.tsx';
import { refreshPages } from './read-pages.ts';

const MAX_BODY = 20_000;

type Page = AdminInformationPage;
type Fields = Pick<Page, 'title' | 'body' | 'image_url' | 'marks'>;

interface Props {
  readonly conference: Conference;
  /** Undefined for a new page. */
  readonly page: Page | undefined;
  readonly kind: Page['kind'];
  readonly isEditor: boolean;
  readonly close: () => void;
}

/** A page: as attendees read it, beside the form in which it is written. */
export function EditPage({ conference, page, kind, isEditor, close }: Props) {
  const [image, setImage] = useState(page?.image_url ?? null);
  const params = { conference_id: conference.id };
  if (page && !isEditor) return <ReadPage page={page} close={close} />;
  const update = (id: number, changes: Partial<Fields>, ifMatch: number | undefined) =>
    api.call('updateConferencePage', { params: { ...params, id }, body: bodyOf(changes), ifMatch });
  const save = (changes: Partial<Fields>, { ifMatch, idempotencyKey }: Sending): Promise<Page> => {
    if (page) return update(page.id, changes, ifMatch);
    const body = { title: '', ...bodyOf(changes), kind };
    return api.call('createConferencePage', { params, body, idempotencyKey });
  };
  const saved = async ({ id, title, version }: Page, undo: Partial<Fields>) => {
    say(
      t('pages.saved', { title }),
      page &&
        (async () => {
          await update(id, undo, version).catch((error: unknown) => say(sentenceOf(error)));
          await refreshPages();
        }),
    );
    await refreshPages();
  };
  return (
    <EditDialog<Fields, Page>
      title={page ? t('pages.edit.title', { title: page.title }) : newTitle(kind)}
      read={page}
      fieldsOf={(form) => fieldsIn(form, kind)}
      save={save}
      saved={saved}
      close={close}
      label={(field) => t(`pages.field.${field}`)}
      show={(field, value) =>
        field === 'marks' ? marksText(value as readonly PageMark[]) : String(value ?? '–')
      }
    >
      <TextField
        name="title"
        label={t('pages.field.title')}
        required
        maxLength={200}
        value={page?.title}
      />
      <BodyField value={page?.body ?? ''} rows={kind === 'map' ? 3 : 7} />
      <ImageField url={image} isShown={kind !== 'map'} choose={setImage} />
      {kind === 'map' && <MapMarks conference={conference} url={image} first={page?.marks ?? []} />}
    </EditDialog>
  );
}

const newTitle = (kind: Page['kind']) => t(kind === 'map' ? 'pages.new.map' : 'pages.new');

const fieldsIn = (form: FormData, kind: Page['kind']): Fields => ({
  title: textOf(form, 'title'),
  body: textOf(form, 'body'),
  image_url: textOf(form, 'image_url') || null,
  marks: kind === 'map' ? JSON.parse(textOf(form, 'marks') || '[]') : [],
});

/** As the service takes them: it knows the name of a room. */
const bodyOf = ({ marks, ...changes }: Partial<Fields>) => ({
  ...changes,
  ...(marks && { marks: marks.map(({ room: _, ...mark }) => mark) }),
});

const marksText = (marks: readonly PageMark[]): string =>
  marks.map(({ room, label, x, y }) => `${room ?? label} ${x}/${y}`).join(', ') || '–';

/** What a session reads that may not write. */
const ReadPage = ({ page, close }: { page: Page; close: () => void }) => (
  <Dialog title={page.title} close={close}>
    <PageText of={page.body} />
    {page.image_url && <MapPicture url={page.image_url} marks={page.marks} />}
    <Close close={close} />
  </Dialog>
);

function BodyField({ value, rows }: { value: string; rows: number }) {
  const [body, setBody] = useState(value);
  return (
    <>
      <label class="field">
        {t('pages.field.body')}
        <textarea
          name="body"
          rows={rows}
          maxLength={MAX_BODY}
          dir="auto"
          defaultValue={value}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <small>{t('pages.body.more')}</small>
      </label>
      {body.trim() && (
        <fieldset>
          <legend>{t('pages.preview')}</legend>
          <PageText of={body} />
        </fieldset>
      )}
    </>
  );
}

interface ImageProps {
  readonly url: string | null;
  /** The picture of a map is shown with its marks. */
  readonly isShown: boolean;
  readonly choose: (url: string | null) => void;
}

/** The picture, which is uploaded as soon as it is chosen. */
function ImageField({ url, isShown, choose }: ImageProps) {
  const may = useMay();
  const upload = useUpload((media) => choose(media.variants[960]?.url ?? media.url));
  return (
    <fieldset>
      <legend>{t('picture.label')}</legend>
      <input type="hidden" name="image_url" value={url ?? ''} />
      {may('media:write') && (
        <label class="field">
          {t('pages.picture.choose')}
          <input
            type="file"
            accept={IMAGE_TYPES}
            onChange={({ currentTarget: { files } }) => {
              const file = files?.[0];
              if (file) upload.send({ file, idempotencyKey: crypto.randomUUID() });
            }}
          />
        </label>
      )}
      {url && isShown && <img src={url} alt="" style={{ maxInlineSize: '100%' }} />}
      <Problem error={upload.error} />
      {url && (
        <button type="button" class="btn" onClick={() => choose(null)}>
          {t('pages.picture.remove')}
        </button>
      )}
      <div role="status">{upload.isPending && <UploadProgress part={upload.part} />}</div>
    </fieldset>
  );
}
