/** The line pictures of all pages. */
import { firstPaths, Line } from "./icons";

const paths = {
  ...firstPaths,
  back: "M19 12H6M11 6.5 5.5 12l5.5 5.5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  robot: "M7.5 8h9a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-9a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM12 8V4.5M9 13h.01M15 13h.01M9.5 16h5M2.5 12v3M21.5 12v3",
  copy: "M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  flag: "M6 21V4M6 5c4-2 7 2 12 0v8.5c-5 2-8-2-12 0",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  star: "M12 4l2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8z",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
  first: "M18 6l-8 6 8 6zM6.5 6v12",
  previous: "M16 6l-8 6 8 6z",
  next: "M8 6l8 6-8 6z",
  last: "M6 6l8 6-8 6zM17.5 6v12",
  pause: "M8 5.5v13M16 5.5v13",
  arrow: "M5 12h12M12.5 7l5 5-5 5",
  hand: "M5 19 17 5l2.5 2L8 21z",
  keyboard: "M4 7h16a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 20 17H4a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 4 7zM6.5 10.5h.01M10 10.5h.01M14 10.5h.01M17.5 10.5h.01M8 14h8",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return <Line d={paths[name]} />;
}
