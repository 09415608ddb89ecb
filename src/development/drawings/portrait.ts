import { BEARDS, HAIR } from './hair.ts';
import { type Clothes, type Glasses, type Look, lookOf } from './looks.ts';
import { disk, drawing, ellipse, line, path, rect } from './shapes.ts';

/** In pixels. */
export const PORTRAIT_SIDE = 256;

const FACE = 'M82 104c0-36 20-54 46-54s46 18 46 54c0 42-20 66-46 66s-46-24-46-66z';
const SHADED_HALF = 'M140 51c22 5 34 23 34 53 0 42-20 66-46 66 20-14 30-36 30-66 0-24-6-42-18-53z';
const NECK = 'M105 148v36c0 16 10 24 23 24s23-8 23-24v-36z';
const CHIN_SHADOW = 'M105 158c12 18 34 18 46 0v16c-12 16-34 16-46 0z';
const BODY = 'M20 262c2-42 28-60 62-68l24-8h44l24 8c34 8 60 26 62 68z';
const SHADED_ARM = 'M150 186l24 8c34 8 60 26 62 68h-60c0-30-8-56-26-76z';

/** A friendly head on a soft gradient, as SVG. The same name has the same bytes. */
export function portraitOf(name: string): string {
  const look = lookOf(name);
  return drawing(PORTRAIT_SIDE, PORTRAIT_SIDE, [
    groundOf(look),
    // Nearer than the square of the shapes, so that a face of 40 pixels is seen.
    '<g transform="scale(1.14) translate(-15.7 -4)">',
    backHairOf(look),
    ...clothedBodyOf(look),
    ...faceOf(look),
    beardOf(look),
    ...featuresOf(look),
    ...frontHairOf(look),
    ...glassesOf(look),
    earringsOf(look),
    '</g>',
  ]);
}

const shadow = (d: string, opacity: number) => path(d, '#000', opacity);

const groundOf = ({ ground }: Look) =>
  [
    '<defs><radialGradient id="light" cx=".32" cy=".2" r="1"><stop stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#20262c" stop-opacity=".26"/></radialGradient></defs>',
    path(rect(0, 0, PORTRAIT_SIDE, PORTRAIT_SIDE), ground),
    path(rect(0, 0, PORTRAIT_SIDE, PORTRAIT_SIDE), 'url(#light)'),
  ].join('');

function backHairOf({ hair, hairColor }: Look): string {
  const { back = '' } = HAIR[hair];
  return path(back, hairColor) + shadow(back, 0.16);
}

function frontHairOf({ hair, hairColor }: Look): readonly string[] {
  const { front = '', strands = '' } = HAIR[hair];
  return [path(front, hairColor), line(strands, '#000', 2.5, 0.16)];
}

function clothedBodyOf({ skin, clothes, clothesColor }: Look): readonly string[] {
  const body = path(BODY, clothesColor) + shadow(SHADED_ARM, 0.08);
  const neck = path(NECK, skin) + shadow(CHIN_SHADOW, 0.16);
  return DRESSED[clothes]({ body, neck, color: clothesColor });
}

type Parts = Readonly<Record<'body' | 'neck' | 'color', string>>;

/** From back to front. */
const DRESSED: Readonly<Record<Clothes, (parts: Parts) => readonly string[]>> = {
  blazer: ({ body, neck, color }) => [
    body,
    path('M102 184l22 78h8l22-78c-8 12-15 24-26 24s-18-12-26-24z', '#f1ebe0'),
    neck,
    ...[
      'M104 180l-22 14 9 30 13-3 18 41h6c-5-30-13-56-24-82z',
      'M152 180l22 14-9 30-13-3-18 41h-6c5-30 13-56 24-82z',
    ].map((lapel) => path(lapel, color) + shadow(lapel, 0.22)),
  ],
  crew: ({ body, neck }) => [
    body,
    neck,
    line('M105 190c2 13 11 19 23 19s21-6 23-19', '#000', 5, 0.16),
  ],
  hoodie: ({ body, neck, color }) => {
    const hood = 'M78 200c2-22 18-32 50-32s48 10 50 32c-12 20-30 30-50 30s-38-10-50-30z';
    const strings = line('M112 218l-2 26M144 218l2 26', '#f2ede2', 3.5, 0.8);
    return [body, path(hood, color), shadow(hood, 0.14), neck, strings];
  },
  shirt: ({ body, neck }) => [
    body,
    neck,
    path('M104 176l-14 16 20 30 18-18zM152 176l14 16-20 30-18-18z', '#fff', 0.82),
    line('M128 210v52', '#000', 2, 0.18),
  ],
  turtleneck: ({ body, neck, color }) => [
    body,
    neck,
    path('M101 168c16 12 38 12 54 0l4 32c-18 12-44 12-62 0z', color),
    shadow('M101 168c16 12 38 12 54 0l1 8c-18 12-38 12-56 0z', 0.16),
  ],
};

/** A scarf covers the sides of the head. */
function faceOf({ skin, hair }: Look): readonly string[] {
  const sides = [
    ellipse(82, 116, 9, 13, skin),
    ellipse(174, 116, 9, 13, skin),
    line('M79 112c4 1 5 5 4 9M177 112c-4 1-5 5-4 9', '#000', 2, 0.2),
  ];
  return [
    ...(hair === 'scarf' ? [] : sides),
    path(FACE, skin),
    shadow(SHADED_HALF, 0.06),
    path(disk(100, 136, 10) + disk(156, 136, 10), '#d0503f', 0.11),
  ];
}

const beardOf = ({ beard, hairColor }: Look): string =>
  path(BEARDS[beard], hairColor, beard === 'stubble' ? 0.26 : 1);

/** Eyes, brows, nose and mouth. */
function featuresOf({ hair, hairColor, beard, hasOpenSmile }: Look): readonly string[] {
  const lips = beard === 'full' ? '#e9a99a' : '#8a3a33';
  const closed = line('M114 145c8 8 20 8 28 0', lips, 3.6, 0.9);
  const open = [
    path('M111 142c10 3 24 3 34 0-1 11-8 16-17 16s-16-5-17-16z', '#7a2c2a'),
    path('M114 143.5c9 2 19 2 28 0-1 3-3 5-5 5.5-6 1-12 1-18 0-2-.5-4-2.5-5-5.5z', '#fff'),
  ];
  return [
    ellipse(110, 116, 4.6, 5.4, '#241c1a'),
    ellipse(146, 116, 4.6, 5.4, '#241c1a'),
    path(disk(111.6, 114, 1.5) + disk(147.6, 114, 1.5), '#fff'),
    line(
      'M100 103c5-5 13-6 19-3M137 100c6-3 14-2 19 3',
      hair === 'scarf' ? '#2e211b' : hairColor,
      4,
      0.85,
    ),
    line('M129 116c3 8 5 12 1 15-2 1-4 1-6 0', '#000', 2.4, 0.22),
    ...(hasOpenSmile ? open : [closed]),
  ];
}

const LENSES: Readonly<Record<Glasses, string>> = {
  none: '',
  round: disk(109, 116, 17) + disk(147, 116, 17),
  square: 'M92 105h34v16q0 10-10 10h-14q-10 0-10-10zM130 105h34v16q0 10-10 10h-14q-10 0-10-10z',
};

function glassesOf({ glasses }: Look): readonly string[] {
  const lenses = LENSES[glasses];
  const frame = lenses && `${lenses}M126 113q2-3 4 0M92 113l-10-3M164 113l10-3`;
  return [path(lenses, '#fff', 0.16), line(frame, '#2a2a2e', 3.4)];
}

const earringsOf = ({ hasEarrings }: Look): string =>
  hasEarrings ? path(disk(79, 134, 5) + disk(177, 134, 5), '#d9a73f') : '';
