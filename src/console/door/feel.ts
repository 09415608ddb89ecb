import type { Verdict } from './scan-queue.ts';

/** The pitches in Hz and pauses in ms by which the person at the door hears a verdict without looking. */
const FEELINGS: Readonly<Record<Verdict['kind'], { tones: readonly number[]; buzz: number[] }>> = {
  in: { tones: [880], buzz: [60] },
  kept: { tones: [660], buzz: [40, 40] },
  again: { tones: [440, 440], buzz: [120, 60, 120] },
  recorded: { tones: [440, 330], buzz: [120, 60, 120] },
  unknown: { tones: [440, 330], buzz: [120, 60, 120] },
  refused: { tones: [220, 180], buzz: [250, 80, 250] },
};
const TONE_S = 0.12;

let context: AudioContext | undefined;

/** Sounds and vibrates, where the device can. */
export function feel(kind: Verdict['kind']): void {
  const { tones, buzz } = FEELINGS[kind];
  navigator.vibrate?.(buzz);
  context ??= new AudioContext();
  // Browsers are silent until the first tap.
  if (context.state !== 'running') return;
  for (const [index, pitch] of tones.entries()) {
    const tone = new OscillatorNode(context, { frequency: pitch });
    tone.connect(new GainNode(context, { gain: 0.2 })).connect(context.destination);
    const start = context.currentTime + index * TONE_S * 1.5;
    tone.start(start);
    tone.stop(start + TONE_S);
  }
}
