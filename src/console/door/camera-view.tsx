import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../lib/text.ts';
import { watch } from './camera.ts';

/** The film of the camera, which calls `found` for each code. */
export function Camera({ found }: { found: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  // Assigned while rendering: an effect would be one paint late.
  const latest = useRef(found);
  latest.current = found;
  const [problem, setProblem] = useState('');
  const [isOn, setOn] = useState(true);
  const [track, setTrack] = useState<MediaStreamTrack>();
  useEffect(() => {
    if (!isOn || !video.current) return undefined;
    if (!isSecureContext) {
      setProblem(t('camera.insecure'));
      return undefined;
    }
    const stopping = new AbortController();
    watch(video.current, { found: (code) => latest.current(code), signal: stopping.signal })
      .then(setTrack)
      .catch((error: Error) => setProblem(problemOf(error)));
    return () => stopping.abort();
  }, [isOn]);
  return (
    <div class="camera">
      <video ref={video} muted playsInline aria-label={t('camera.label')} />
      {problem ? <p role="alert">{problem}</p> : <div class="aim" aria-hidden="true" />}
      <div class="buttons">
        <Torch track={track} />
        {!problem && (
          <button type="button" class="btn" onClick={() => setOn(!isOn)}>
            {t(isOn ? 'camera.pause' : 'camera.scan')}
          </button>
        )}
      </div>
    </div>
  );
}

const problemOf = ({ name, message }: Error): string => {
  if (name === 'NotAllowedError') return t('camera.denied');
  return name === 'NotFoundError' ? t('camera.none') : message;
};

/** The light of a phone. */
function Torch({ track }: { track: MediaStreamTrack | undefined }) {
  const [isOn, setOn] = useState(false);
  const can = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  if (!can?.torch) return null;
  const toggle = async () => {
    await track?.applyConstraints({ advanced: [{ torch: !isOn } as MediaTrackConstraintSet] });
    setOn(!isOn);
  };
  return (
    <button type="button" class="btn" aria-pressed={isOn} onClick={() => void toggle()}>
      {t('camera.torch')}
    </button>
  );
}
