import type { ImportResult } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { lineOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { FileField } from '../parts/file-field.tsx';
import { Lines, rowLine } from '../parts/import-lines.tsx';
import { ImportPage } from '../parts/import-page.tsx';
import { say } from '../parts/toasts.tsx';

/** Imports users. */
export const ImportPeople = ({ conference }: { conference: Conference }) => (
  <ImportPage<{ readonly file: Blob }, ImportResult>
    title={t('people.import')}
    conference={conference}
    screen="people"
    bodyOf={(fields) => ({ file: fields.get('file') as Blob })}
    run={(body, { dry_run }) => api.call('importUsers', { params: { dry_run }, body })}
    countsOf={(result) => result}
    submit={(count) => counted('people.import.apply', count)}
    done={({ created, updated }) => {
      say(t('import.done', { created, updated }));
      return queries.invalidateQueries({ queryKey: ['people'] });
    }}
    report={({ remarks, errors, failed, ignored_columns }) => (
      <>
        {ignored_columns.length > 0 && (
          <p class="muted">{t('people.import.ignored', { columns: ignored_columns.join(', ') })}</p>
        )}
        <Lines title={t('import.remarks')} lines={remarks.map(lineOf)} />
        <Lines
          title={counted('import.failed', failed)}
          lines={errors.map(rowLine)}
          count={failed}
        />
      </>
    )}
  >
    {() => (
      <div class="card">
        <div class="body stack">
          <FileField label={t('import.file')} accept=".csv,.xlsx" required />
          <p class="muted">{t('people.import.columns')}</p>
        </div>
      </div>
    )}
  </ImportPage>
);
