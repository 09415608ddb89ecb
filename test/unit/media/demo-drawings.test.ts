import { DEMO_PEOPLE, SPEAKERS } from '../../../src/development/demo-data.ts';
import { choicesOf } from '../../../src/development/drawings/choices.ts';
import { coverOf, type Motif } from '../../../src/development/drawings/cover.ts';
import { HAIR } from '../../../src/development/drawings/hair.ts';
import { HOURS } from '../../../src/development/drawings/light.ts';
import { lookOf } from '../../../src/development/drawings/looks.ts';
import { portraitOf } from '../../../src/development/drawings/portrait.ts';
import { SCENES, type Scene } from '../../../src/development/drawings/scenes.ts';

const names = (count: number) => Array.from({ length: count }, (_, at) => `Person ${at}`);
const MOTIFS: readonly Required<Motif>[] = (Object.keys(SCENES) as Scene[]).flatMap((scene) =>
  HOURS.map((hour) => ({ scene, hour })),
);
/** What no drawing may contain: a mistake of the code, a file, a script, a font of the machine. */
const STRAY = /undefined|NaN|null|href|<(?!\/?(svg|defs|g|path|ellipse|stop|\w+Gradient)\b)/;

describe('choices by a seed', () => {
  it('are the same on every machine', () => {
    const choices = choicesOf('Mina Okafor');
    expect(Array.from({ length: 6 }, () => choices.between(0, 999))).toEqual([
      589, 494, 711, 53, 487, 434,
    ]);
  });

  it('reach each value and both limits, and the share that is asked for', () => {
    const choices = choicesOf('all');
    const numbers = Array.from({ length: 400 }, () => choices.between(3, 7));
    expect([...new Set(numbers)].sort()).toEqual([3, 4, 5, 6, 7]);
    expect(new Set(numbers.map(() => choices.of(['a', 'b', 'c'])))).toHaveProperty('size', 3);
    const share = numbers.filter(() => choices.chance(0.25)).length / numbers.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.35);
  });
});

describe('a portrait', () => {
  it('is the same for the same name, and another one for another', () => {
    const drawn = names(200).map(portraitOf);
    expect(names(200).map(portraitOf)).toEqual(drawn);
    expect(new Set(drawn)).toHaveProperty('size', 200);
  });

  it('has each hair style for some names, and a beard only where it fits', () => {
    const looks = names(400).map(lookOf);
    expect([...new Set(looks.map(({ hair }) => hair))].sort()).toEqual(Object.keys(HAIR).sort());
    const withBeard = looks.filter(({ beard }) => beard !== 'none').map(({ hair }) => hair);
    for (const hair of ['bob', 'long', 'scarf'] as const) expect(withBeard).not.toContain(hair);
  });

  it('of the demo differs from all others in skin, hair or clothes', () => {
    const people = DEMO_PEOPLE.map((person) => `${person.first_name} ${person.last_name}`);
    const all = [...new Set([...people, ...SPEAKERS.map(({ name }) => name)])];
    const looks = all.map((name) => {
      const { skin, hair, hairColor, clothes } = lookOf(name);
      return [skin, hair, hairColor, clothes].join();
    });
    expect(new Set(looks)).toHaveProperty('size', all.length);
  });

  it('is made of shapes alone', () => {
    for (const name of names(200)) expect(portraitOf(name)).not.toMatch(STRAY);
  });
});

describe('a cover', () => {
  it.each(MOTIFS)('shows the scene $scene at $hour, the same for the same seed', (motif) => {
    const drawn = coverOf('Harbor', motif);
    expect(coverOf('Harbor', motif)).toBe(drawn);
    expect(coverOf('Pier', motif)).not.toBe(drawn);
    expect(drawn).not.toMatch(STRAY);
  });

  it('has a scene and an hour by its seed where none is given', () => {
    const drawn = names(60).map((name) => coverOf(name));
    expect(names(60).map((name) => coverOf(name))).toEqual(drawn);
    expect(new Set(drawn)).toHaveProperty('size', 60);
  });
});
