import type { Choices } from './choices.ts';
import type { Light } from './light.ts';
import { disk, line, path, rect } from './shapes.ts';

/** Where the water begins, in units from the top of 540. */
export const HORIZON = 330;

interface Setting {
  readonly light: Light;
  readonly choices: Choices;
}

export type Scene = 'bridge' | 'lighthouse' | 'quay' | 'sails' | 'terminal';

/** The main part of each is on the left, and the sun on the right. */
export const SCENES: Readonly<Record<Scene, (setting: Setting) => string>> = {
  bridge,
  lighthouse,
  quay,
  sails,
  terminal,
};

/** Houses with gables, and a boat before them. */
function quay({ light, choices }: Setting): string {
  const houses: string[] = [];
  for (let x = -20; x < 500; ) {
    const width = choices.between(70, 104);
    houses.push(houseOf({ light, choices }, x, width, choices.between(110, 180)));
    x += width;
  }
  return [
    ...houses,
    craneOf(light, 560, 0.8),
    path(rect(-10, HORIZON - 8, 660, 34), light.dark),
    path(rect(-10, HORIZON - 8, 660, 6), '#fff', 0.14),
    reflectionOf(0, 500, light.dark),
    boatOf(light, { x: 300, y: 440, scale: 1.2, paint: choices.of(light.paints) }),
  ].join('');
}

function houseOf({ light, choices }: Setting, x: number, width: number, height: number): string {
  const top = HORIZON - height;
  const middle = x + width / 2;
  const gable = choices.of([
    `M${x} ${top}L${middle} ${top - width * 0.55}L${x + width} ${top}z`,
    `M${x} ${top}v-14h${width * 0.2}v-16h${width * 0.2}v-16h${width * 0.2}v16h${width * 0.2}v16h${width * 0.2}v14z`,
    rect(x - 3, top - 10, width + 6, 12),
  ]);
  const windows: string[] = [];
  const lit: string[] = [];
  for (let y = top + 16; y < HORIZON - 46; y += 36) {
    for (const at of [0.16, 0.44, 0.72])
      (choices.chance(0.4) ? lit : windows).push(rect(Math.round(x + width * at), y, 12, 20));
  }
  const wall = choices.of(light.paints);
  return [
    path(`${rect(x, top, width, HORIZON - top)}${gable}`, wall),
    path(rect(x + width - 8, top, 8, HORIZON - top), '#000', 0.12),
    path(windows.join(''), light.dark, 0.7),
    path(lit.join(''), light.lamp, 0.9),
    path(rect(middle - 9, HORIZON - 38, 18, 38), light.dark),
  ].join('');
}

/** A striped tower on rocks, with its beam. */
function lighthouse({ light, choices }: Setting): string {
  const [x, top] = [250, 96];
  const bands = [0, 1, 2, 3, 4].map((band) => {
    const [y, next] = [top + band * 46, top + (band + 1) * 46];
    const half = (at: number) => 25 + (at - top) * 0.075;
    const color = band % 2 === 0 ? '#efe7d8' : '#a8483b';
    return path(
      `M${x - half(y)} ${y}H${x + half(y)}L${x + half(next)} ${next}H${x - half(next)}z`,
      color,
    );
  });
  const isDark = light.hasStars || light.glow > 0.6;
  return [
    isDark ? path(`M${x} ${top - 24}L-20 0V170z`, light.lamp, light.hasStars ? 0.26 : 0.14) : '',
    path('M-10 372C60 300 120 318 170 300c60-18 130-10 170 18 40 10 70 34 96 54z', light.near),
    houseOf({ light, choices }, 110, 84, 84),
    ...bands,
    path(`M${x} ${top}h31l12 230h-43z`, '#000', light.hasStars ? 0.34 : 0.14),
    path(rect(x - 33, top - 8, 66, 10), light.dark),
    path(rect(x - 17, top - 40, 34, 32), light.lamp),
    line(`M${x} ${top - 40}v32M${x - 17} ${top - 40}v32M${x + 17} ${top - 40}v32`, light.dark, 4),
    path(`M${x - 24} ${top - 40}q24-34 48 0z`, '#8d3f35'),
    path('M-10 384C40 330 96 346 150 332c90-14 190 0 230 26 34 6 60 14 84 30z', light.dark),
    reflectionOf(0, 420, light.dark),
    sailOf(light, { x: 560, y: 352, scale: 0.5, paint: choices.of(light.paints) }),
  ].join('');
}

/** Boats under sail, the nearest one last. */
function sails({ light, choices }: Setting): string {
  const fleet = [
    { x: 520, y: 356, scale: 0.55 },
    { x: 840, y: 376, scale: 0.7 },
    { x: 250 + choices.between(-30, 30), y: 442, scale: 1.75 },
  ];
  return [
    ...fleet.map((boat) => sailOf(light, { ...boat, paint: choices.of(light.paints) })),
    line(
      'M430 120q12-12 24 0q12-12 24 0M500 90q9-9 18 0q9-9 18 0M560 140q8-8 16 0q8-8 16 0',
      light.dark,
      3,
      light.hasStars ? 0 : 0.6,
    ),
  ].join('');
}

/** A bridge on cables from one bent pylon. */
function bridge({ light, choices }: Setting): string {
  const deck = HORIZON - 34;
  const cables = Array.from(
    { length: 13 },
    (_, at) => `M306 ${62 + at * 4}L${400 + at * 44} ${deck}`,
  );
  const stays = [40, 70, 100].map((x, at) => `M300 ${60 + at * 8}L${x} ${deck}`);
  const piers = [60, 560, 880].map((x) => rect(x, deck, 22, 60));
  return [
    line([...cables, ...stays].join(''), light.near, 2.4, 0.85),
    path(`M296 40h22l-14 150 52 ${deck - 190}h-70l-10-${deck - 190}z`, light.dark),
    path(rect(-10, deck - 6, 990, 16), light.dark),
    path(rect(-10, deck - 6, 990, 4), '#fff', 0.2),
    path(piers.join(''), light.near),
    path(rect(266, deck, 100, 70), light.dark),
    path([30, 130, 440, 640, 740, 940].map((x) => disk(x, deck - 14, 4)).join(''), light.lamp),
    reflectionOf(240, 150, light.dark),
    boatOf(light, { x: 520, y: 446, scale: 1.3, paint: choices.of(light.paints) }),
  ].join('');
}

/** Cranes, containers and a freighter. */
function terminal({ light, choices }: Setting): string {
  const boxesAt = (x: number, base: number, columns: number, most: number) =>
    Array.from({ length: columns }, (_, column) =>
      Array.from({ length: choices.between(1, most) }, (_, row) => {
        const [left, top] = [x + column * 54, base - (row + 1) * 24];
        return (
          path(rect(left, top, 52, 23), choices.of(light.paints)) +
          path(rect(left, top, 52, 4), '#fff', 0.14)
        );
      }).join(''),
    ).join('');
  return [
    craneOf(light, 120, 1.25),
    craneOf(light, 330, 1.25),
    boxesAt(-20, HORIZON - 8, 11, 4),
    path(rect(-10, HORIZON - 8, 620, 34), light.dark),
    path(rect(-10, HORIZON - 8, 620, 6), '#fff', 0.14),
    boxesAt(300, 412, 6, 3),
    path('M236 400h470l-36 62H276z', choices.of(light.paints)),
    path('M262 440h425l-14 22H276z', '#7c3b35'),
    path(rect(628, 344, 52, 56), '#ece5d6'),
    path(rect(636, 354, 36, 12), light.dark),
    reflectionOf(276, 394, light.dark, 462),
  ].join('');
}

interface Boat {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly paint: string;
}

const placed = ({ x, y, scale }: Boat, content: readonly string[]) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${content.join('')}</g>`;

/** A small boat with a cabin. */
const boatOf = ({ dark, lamp }: Light, boat: Boat): string =>
  placed(boat, [
    path('M-86 26h160l-8 10H-70z', dark, 0.4),
    path(rect(-34, -34, 58, 36), '#ece5d6'),
    path(`${rect(-26, -26, 14, 13)}${rect(-4, -26, 14, 13)}`, lamp),
    path(rect(-40, -40, 70, 8), dark),
    line('M-52 0v-62M-52 -62l-28 50', dark, 2.6),
    path('M-96 0H92c-6 16-14 26-24 30H-74c-10-6-18-16-22-30z', boat.paint),
    path('M-96 0H92l-3 7H-93z', '#fff', 0.4),
  ]);

const sailOf = ({ dark, sail }: Light, boat: Boat): string =>
  placed(boat, [
    path('M-60 20h120l-12 40h-90z', dark, 0.22),
    line('M0 0v-140', dark, 4),
    path('M5 -136c34 30 50 76 54 124H5z', sail),
    path('M-5 -124c-14 38-30 76-48 112H-5z', sail, 0.82),
    path('M5 -136c10 40 12 84 8 124H5z', '#000', 0.07),
    path('M-72 -4H74c-6 14-16 22-28 26H-50c-10-6-18-14-22-26z', boat.paint),
    path('M-72 -4H74l-3 6H-69z', '#fff', 0.4),
  ]);

/** A crane for ships, whose arm is over the water on the right. */
const craneOf = ({ near }: Light, x: number, scale: number): string =>
  `<g transform="translate(${x} ${HORIZON}) scale(${scale})">${line('M-24 0L-16 -120M24 0L16 -120M-20 -50H20M-24 0L20 -50M24 0L-20 -50', near, 6)}${line('M-60 -120H110M0 -170L100 -122M0 -170L-54 -122M0 -170v50', near, 5)}${line('M70 -118v44', near, 2)}${path(rect(60, -76, 20, 12), near)}${path(rect(-14, -120, 30, 20), near)}</g>`;

/** Darker water below what stands at it. */
const reflectionOf = (x: number, width: number, color: string, y = HORIZON + 26): string =>
  line(
    [0, 1, 2, 3].map((row) => `M${x + row * 16} ${y + 12 + row * 14}h${width - row * 32}`).join(''),
    color,
    7,
    0.22,
  );
