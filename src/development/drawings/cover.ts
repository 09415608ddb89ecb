import { type Choices, choicesOf } from './choices.ts';
import { HOURS, type Hour, type Light, lightOf } from './light.ts';
import { HORIZON, SCENES, type Scene } from './scenes.ts';
import { disk, drawing, line, path, rect } from './shapes.ts';

/** In pixels. */
export const COVER_SIZE = { width: 960, height: 540 } as const;

/** What a cover shows; the seed chooses what is missing. */
export interface Motif {
  readonly scene?: Scene;
  readonly hour?: Hour;
}

const SCENE_NAMES = Object.keys(SCENES) as Scene[];

/** A flat scene of the harbor, as SVG. The same seed and motif have the same bytes. */
export function coverOf(seed: string, motif: Motif = {}): string {
  const choices = choicesOf(seed);
  const scene = motif.scene ?? choices.of(SCENE_NAMES);
  const hour = motif.hour ?? choices.of(HOURS);
  const light = lightOf(hour);
  const isMirrored = choices.chance(0.5);
  const content = [
    ...skyOf(light, choices),
    coastOf(light, choices),
    ...waterOf(light, choices),
    SCENES[scene]({ light, choices }),
  ];
  const mirrored = `<g transform="matrix(-1 0 0 1 ${COVER_SIZE.width} 0)">${content.join('')}</g>`;
  const { width, height } = COVER_SIZE;
  return drawing(width, height, [gradients(light), ...(isMirrored ? [mirrored] : content)]);
}

const gradients = ({ sky, water }: Light) =>
  `<defs>${gradient('sky', sky)}${gradient('water', water)}</defs>`;

const gradient = (id: string, [top, middle, bottom]: Light['sky']) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

/** The sun or the moon is on the right, where no scene has its main part. */
const SUN = { x: 690, radius: 46 };

function skyOf({ sun, sunHeight, hasStars, cloud }: Light, choices: Choices): readonly string[] {
  const y = HORIZON - sunHeight;
  const stars = Array.from({ length: hasStars ? 34 : 0 }, () =>
    disk(choices.between(10, 950), choices.between(10, 220), choices.of([1, 1, 1.5, 2])),
  );
  return [
    path(rect(0, 0, COVER_SIZE.width, HORIZON), 'url(#sky)'),
    path(stars.join(''), '#fff', 0.8),
    path(disk(SUN.x, y, SUN.radius * 2.3), sun, 0.12),
    path(disk(SUN.x, y, SUN.radius * 1.6), sun, 0.16),
    path(disk(SUN.x, y, SUN.radius), sun),
    path(cloudsOf(choices), cloud, 0.55),
  ];
}

/** Three flat clouds. */
function cloudsOf(choices: Choices): string {
  return [60, 360, 700]
    .map((from) => {
      const [x, y] = [from + choices.between(0, 160), choices.between(64, 160)];
      const [w, h] = [choices.between(90, 170), choices.between(16, 24)];
      return `M${x} ${y}a${h} ${h} 0 0 1 ${h} ${-h}h${w * 0.2}a${h * 1.2} ${h * 1.2} 0 0 1 ${h * 2.2} ${-h * 0.2}h${w * 0.3}a${h} ${h} 0 0 1 ${h} ${h * 1.2}z`;
    })
    .join('');
}

/** The other bank: low blocks and chimneys. */
function coastOf({ far }: Light, choices: Choices): string {
  let outline = `M-10 ${HORIZON}`;
  for (let x = -10; x < COVER_SIZE.width; ) {
    const width = choices.between(26, 88);
    const isBelowSun = x + width > SUN.x - SUN.radius && x < SUN.x + SUN.radius;
    const height = choices.of(isBelowSun ? [6, 8, 12] : [14, 20, 26, 34, 46, 70]);
    outline += `V${HORIZON - height}h${width}`;
    x += width;
  }
  return path(`${outline}V${HORIZON}z`, far);
}

/** The water with the path of the light on it. */
function waterOf({ sun, glow }: Light, choices: Choices): readonly string[] {
  const { width, height } = COVER_SIZE;
  const glitter = Array.from({ length: 13 }, (_, row) => {
    const length = choices.between(30, 70) + row * 5;
    const x = SUN.x - length / 2 + choices.between(-18, 18);
    return `M${x} ${HORIZON + 12 + row * 15}h${length}`;
  });
  const waves = Array.from(
    { length: 22 },
    () =>
      `M${choices.between(0, 930)} ${choices.between(HORIZON + 16, 520)}h${choices.between(24, 60)}`,
  );
  return [
    path(rect(0, HORIZON, width, height - HORIZON), 'url(#water)'),
    line(waves.join(''), '#fff', 3, 0.1),
    line(glitter.join(''), sun, 5, glow),
  ];
}
