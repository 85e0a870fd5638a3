/** Small line pictures, 24 by 24, drawn in the text's colour. They never carry
 *  a meaning alone: a name or a label stands beside each. Here are those of the
 *  first page and the frame around all pages; the others are in more-icons.tsx. */
export const firstPaths = {
  play: "M7 4.5v15l12-7.5z",
  watch: "M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5-9.5-6.5-9.5-6.5zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  leaders: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5c0 3 1 5 3.8 5M16 6h3.5c0 3-1 5-3.8 5M12 14v4M8.5 20h7",
  help: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM9.5 9.3a2.6 2.6 0 1 1 3.6 2.5c-.8.4-1.1.9-1.1 1.7M12 16.8h.01",
  lab: "M9.5 3.5h5M10.5 3.5v6L5 19a1.2 1.2 0 0 0 1 1.8h12A1.2 1.2 0 0 0 19 19l-5.5-9.5v-6M8 15h8",
  people: "M12.3 8a3.3 3.3 0 1 1-6.6 0 3.3 3.3 0 0 1 6.6 0zM2.8 19c.4-3.5 3-5.3 6.2-5.3s5.8 1.8 6.2 5.3M16 5.2a3.2 3.2 0 0 1 0 5.9M17.5 14c2.2.7 3.5 2.4 3.8 5",
  clock: "M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM12 7v5l3.2 2",
  close: "M6 6l12 12M18 6 6 18",
  warn: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01",
} as const;

export function Line({ d }: { readonly d: string }) {
  return (
    <svg class="ico" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

export function Icon({ name }: { readonly name: keyof typeof firstPaths }) {
  return <Line d={firstPaths[name]} />;
}

export const meeple =
  "M16 4a4.7 4.7 0 0 1 4 7.2c3 .8 5.7 2.3 7.4 4.3 1.6 1.9.5 4.5-1.9 4.5h-3.7l2.8 4.9c.9 1.7-.2 3.6-2 3.6h-3.5a.8.8 0 0 1-.8-.8v-2.2a2.3 2.3 0 0 0-4.6 0v2.2a.8.8 0 0 1-.8.8H9.4c-1.8 0-2.9-1.9-2-3.6l2.8-4.9H6.5c-2.4 0-3.5-2.6-1.9-4.5 1.7-2 4.4-3.5 7.4-4.3A4.7 4.7 0 0 1 16 4z";
