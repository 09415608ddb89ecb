import { number, t } from '../lib/text.ts';

/** How much of a picture is sent; then the service makes its copies. */
export const UploadProgress = ({ part }: { part: number }) => (
  <span class="progress">
    <progress max={1} value={part} aria-label={t('upload.progress')} />
    {part < 1
      ? t('upload.percent', { percent: number(Math.round(part * 100)) })
      : t('upload.processing')}
  </span>
);
