/** The colors of a scene at one hour, from top to bottom where there are three. */
export interface Light {
  readonly sky: readonly [string, string, string];
  readonly water: readonly [string, string, string];
  /** Of the sun or the moon, and of its path on the water. */
  readonly sun: string;
  /** Of its center above the horizon. */
  readonly sunHeight: number;
  /** The opacity of its path on the water. */
  readonly glow: number;
  readonly hasStars: boolean;
  readonly cloud: string;
  /** The other bank. */
  readonly far: string;
  /** What is near, in its shade. */
  readonly near: string;
  readonly dark: string;
  /** Of windows and lamps. */
  readonly lamp: string;
  /** Walls, hulls, containers. */
  readonly paints: readonly string[];
  readonly sail: string;
}

export const HOURS = ['dawn', 'day', 'dusk', 'night'] as const;
export type Hour = (typeof HOURS)[number];

const LIGHTS: Readonly<Record<Hour, Light>> = {
  dawn: {
    sky: ['#8fb2c2', '#e6c9b4', '#f8e3c4'],
    water: ['#d9c3ad', '#7d9ba6', '#37606e'],
    sun: '#fff0cf',
    sunHeight: 40,
    glow: 0.65,
    hasStars: false,
    cloud: '#fff5ea',
    far: '#9fb0b6',
    near: '#566873',
    dark: '#2c3c47',
    lamp: '#ffe7b3',
    paints: ['#a65f4a', '#c49a5a', '#5f7f86', '#8c6f62', '#d8cdb9', '#47676a'],
    sail: '#f6efe1',
  },
  day: {
    sky: ['#79abc6', '#b5d5de', '#e4eee6'],
    water: ['#9cc4cb', '#4f8797', '#235668'],
    sun: '#fffbe8',
    sunHeight: 215,
    glow: 0.4,
    hasStars: false,
    cloud: '#ffffff',
    far: '#9ab4bb',
    near: '#54717d',
    dark: '#2a424e',
    lamp: '#9dbcc4',
    paints: ['#b4604a', '#cfa250', '#3f7d84', '#7f8f96', '#ece4d2', '#4d6b58'],
    sail: '#fbf7ec',
  },
  dusk: {
    sky: ['#2f4c70', '#b97f7c', '#f5c08c'],
    water: ['#d79d82', '#56657f', '#1d3043'],
    sun: '#ffe2ad',
    sunHeight: 26,
    glow: 0.7,
    hasStars: false,
    cloud: '#e9a88f',
    far: '#6d6279',
    near: '#3e4457',
    dark: '#252b3b',
    lamp: '#ffd88f',
    paints: ['#7c4a48', '#94704f', '#3f5a68', '#5d5468', '#b79f8f', '#344c55'],
    sail: '#f5e3cb',
  },
  night: {
    sky: ['#0f1c31', '#1f3752', '#456079'],
    water: ['#3d5a72', '#1c344d', '#0c1828'],
    sun: '#f4efd9',
    sunHeight: 225,
    glow: 0.35,
    hasStars: true,
    cloud: '#314a63',
    far: '#2b4159',
    near: '#1c2c40',
    dark: '#101b2b',
    lamp: '#ffd27a',
    paints: ['#4b3a45', '#514a47', '#27465a', '#35405a', '#66707d', '#22404a'],
    sail: '#c9cfd2',
  },
};

export const lightOf = (hour: Hour): Light => LIGHTS[hour];
