import { choicesOf } from './choices.ts';

/** They go with a beard, too. */
const SHORT_STYLES = ['afro', 'bald', 'crop', 'curls', 'parted', 'quiff', 'sides'] as const;
const OTHER_STYLES = ['bangs', 'bob', 'bun', 'long', 'ponytail', 'scarf', 'waves'] as const;
const BEARDS = ['none', 'none', 'none', 'stubble', 'full', 'goatee', 'mustache'] as const;
const GLASSES = ['none', 'none', 'none', 'round', 'square'] as const;
const CLOTHES = ['blazer', 'crew', 'hoodie', 'shirt', 'turtleneck'] as const;

export type HairStyle = (typeof SHORT_STYLES | typeof OTHER_STYLES)[number];
export type Beard = (typeof BEARDS)[number];
export type Glasses = (typeof GLASSES)[number];
export type Clothes = (typeof CLOTHES)[number];

/** What a portrait shows. Colors are hexadecimal. */
export interface Look {
  readonly skin: string;
  readonly hair: HairStyle;
  /** Of the hair, or of the scarf. */
  readonly hairColor: string;
  readonly beard: Beard;
  readonly glasses: Glasses;
  readonly clothes: Clothes;
  readonly clothesColor: string;
  readonly ground: string;
  readonly hasOpenSmile: boolean;
  readonly hasEarrings: boolean;
}

const SKIN = {
  ivory: '#f6d9c4',
  rose: '#f0c5a5',
  sand: '#e2b189',
  olive: '#cf9c70',
  amber: '#b47a4e',
  umber: '#8d5736',
  cocoa: '#6b4129',
  ebony: '#50311f',
};
const HAIR = {
  black: '#1c1817',
  espresso: '#3a261b',
  brown: '#5f3e28',
  chestnut: '#7c4a2b',
  copper: '#a4552c',
  blond: '#c9a05c',
  straw: '#dfc48b',
  silver: '#a3a3a1',
  white: '#dad7d0',
};
/** Of darker skins; all others have any of `HAIR`. Each is seen before its skin. */
const HAIR_BY_SKIN: Readonly<Record<string, readonly string[]>> = {
  [SKIN.amber]: [HAIR.black, HAIR.espresso, HAIR.brown, HAIR.silver],
  [SKIN.umber]: [HAIR.black, HAIR.black, HAIR.espresso, HAIR.silver],
  [SKIN.cocoa]: [HAIR.black, HAIR.black, HAIR.black, HAIR.silver],
  [SKIN.ebony]: [HAIR.black, HAIR.black, HAIR.black, HAIR.white],
};
const CLOTH = {
  teal: '#1f6a63',
  plum: '#6a4668',
  slate: '#43536b',
  ochre: '#b98534',
  moss: '#5c6e4c',
  brick: '#a5563f',
  ink: '#2c3744',
  stone: '#8b8272',
  wine: '#7b3f4c',
  sea: '#3f7f92',
};
const GROUND = {
  fog: '#d5dadb',
  shell: '#e2d6cf',
  mist: '#d1dde4',
  sage: '#d3dccf',
  lilac: '#dad3e2',
  linen: '#e3dccb',
};

/** The people of the demo, whose looks the name alone would not choose. */
const DEMO_LOOKS: Readonly<Record<string, Partial<Look>>> = {
  'Mina Okafor': {
    skin: SKIN.cocoa,
    hair: 'afro',
    hairColor: HAIR.black,
    glasses: 'none',
    beard: 'none',
    clothes: 'crew',
    clothesColor: CLOTH.teal,
    ground: GROUND.shell,
    hasOpenSmile: true,
    hasEarrings: true,
  },
  'Jonas Lindqvist': {
    skin: SKIN.ivory,
    hair: 'quiff',
    hairColor: HAIR.blond,
    glasses: 'none',
    beard: 'full',
    clothes: 'shirt',
    clothesColor: CLOTH.slate,
    ground: GROUND.mist,
    hasOpenSmile: false,
    hasEarrings: false,
  },
  'Wei Zhang': {
    skin: SKIN.rose,
    hair: 'crop',
    hairColor: HAIR.black,
    glasses: 'square',
    beard: 'none',
    clothes: 'hoodie',
    clothesColor: CLOTH.moss,
    ground: GROUND.sage,
    hasOpenSmile: false,
    hasEarrings: false,
  },
  'Aïcha Benali': {
    skin: SKIN.olive,
    hair: 'scarf',
    hairColor: CLOTH.plum,
    glasses: 'none',
    beard: 'none',
    clothes: 'crew',
    clothesColor: CLOTH.ink,
    ground: GROUND.lilac,
    hasOpenSmile: true,
    hasEarrings: false,
  },
  'Олена Коваль': {
    skin: SKIN.ivory,
    hair: 'waves',
    hairColor: HAIR.copper,
    glasses: 'none',
    beard: 'none',
    clothes: 'turtleneck',
    clothesColor: CLOTH.sea,
    ground: GROUND.linen,
    hasOpenSmile: false,
    hasEarrings: false,
  },
  'Henrike Vos': {
    skin: SKIN.rose,
    hair: 'bob',
    hairColor: HAIR.silver,
    glasses: 'round',
    beard: 'none',
    clothes: 'blazer',
    clothesColor: CLOTH.ink,
    ground: GROUND.fog,
    hasOpenSmile: false,
    hasEarrings: true,
  },
};

/** The same name always looks the same. */
export function lookOf(name: string): Look {
  const choices = choicesOf(name);
  const skin = choices.of(Object.values(SKIN));
  const isShort = choices.chance(0.5);
  const hair = choices.of<HairStyle>(isShort ? SHORT_STYLES : OTHER_STYLES);
  const hairColors = HAIR_BY_SKIN[skin] ?? Object.values(HAIR);
  const look: Look = {
    skin,
    hair,
    hairColor: choices.of(hair === 'scarf' ? Object.values(CLOTH) : hairColors),
    beard: isShort ? choices.of(BEARDS) : 'none',
    glasses: choices.of(GLASSES),
    clothes: choices.of(CLOTHES),
    clothesColor: choices.of(Object.values(CLOTH)),
    ground: choices.of(Object.values(GROUND)),
    hasOpenSmile: choices.chance(0.35),
    hasEarrings: !isShort && hair !== 'scarf' && choices.chance(0.4),
  };
  return { ...look, ...DEMO_LOOKS[name] };
}
