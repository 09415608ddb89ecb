import { useMutation } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import type { ApiKey } from '../../client/operations.d.ts';
import { qrSvgOf } from '../../lib/qr-codes.ts';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Close, Dialog } from '../parts/dialog.tsx';
import { Failure, Loading } from '../parts/states.tsx';

interface Props {
  readonly apiKey: Pick<ApiKey, 'id' | 'name'>;
  readonly timezone: string;
}

/** A link, and its QR code, that signs one device in with a key. The link has a one-time code, never the key. */
export function PhoneCode({ apiKey: { id, name }, timezone }: Props) {
  const made = useMutation({
    mutationFn: async () => {
      const { code, expires_at } = await api.call('createSignInCode', { params: { id } });
      const link = `${location.origin}/admin#code=${code}`;
      const svg = await qrSvgOf(link);
      return { link, expires_at, image: `data:image/svg+xml,${encodeURIComponent(svg)}` };
    },
  });
  useEffect(() => made.mutate(), [id]);
  if (made.error) return <Failure error={made.error} again={made.mutate} />;
  if (!made.data) return <Loading />;
  const { link, image, expires_at } = made.data;
  return (
    <section class="phone-code" aria-label={t('keys.phone')}>
      <p>{t('keys.phone.more', { time: zoneOf(timezone).time(expires_at) })}</p>
      <img src={image} alt={t('keys.phone.qr', { name })} width={200} height={200} />
      <p>
        <code class="secret">{link}</code>
      </p>
    </section>
  );
}

/** Signs a phone in with a key that exists. */
export function SignInPhone({ close, ...props }: Props & { readonly close: () => void }) {
  return (
    <Dialog title={t('keys.phone-name', { name: props.apiKey.name })} close={close}>
      <PhoneCode {...props} />
      <Close close={close} />
    </Dialog>
  );
}
