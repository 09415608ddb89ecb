import { drawing, line, path, rect } from './shapes.ts';

const WIDTH = 960;
const HEIGHT = 640;
const [WATER, LAND, FLOOR, WALL, PIER] = ['#b9d6e2', '#ece6d8', '#ffffff', '#5d6b74', '#c9ae87'];

/** The plan of the dockyard, seen from above: a hall, two quays with rooms, a deck and a pier. */
export function planOf(): string {
  const rooms = [
    rect(80, 90, 380, 240),
    rect(500, 90, 180, 150),
    rect(700, 90, 180, 150),
    rect(500, 260, 380, 70),
  ];
  return drawing(WIDTH, HEIGHT, [
    path(rect(0, 0, WIDTH, HEIGHT), WATER),
    path(rect(40, 50, 880, 330), LAND),
    path(rect(120, 380, 130, 200), PIER),
    path(rect(560, 380, 300, 120), PIER),
    ...rooms.flatMap((room) => [path(room, FLOOR), line(room, WALL, 6)]),
    line('M40 380h880', WALL, 4),
    // Doors, in the walls toward the quay.
    line('M230 330h70', FLOOR, 8),
    line('M570 240h40', FLOOR, 8),
    line('M770 240h40', FLOOR, 8),
    line('M660 330h60', FLOOR, 8),
  ]);
}
